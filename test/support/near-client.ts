import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import worker from '../../worker'
import { TestClient } from './client'

/** One environment, since the worker keeps its configuration for as long as it gets the same. */
const nearEnv = { ...env, NEAR_SECONDS: '10' }

/** A browser of a site whose public rows come from the edge's cache. Its requests wait for what is left for later. */
export class NearClient extends TestClient {
  protected override async send(request: Request): Promise<Response> {
    const execution = createExecutionContext()
    const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], nearEnv, execution)
    await waitOnExecutionContext(execution)
    return response
  }
}
