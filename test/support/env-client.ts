import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import type { env } from 'cloudflare:workers'
import worker from '../../worker'
import { TestClient } from './client'

/** A browser of a site with other bindings. Its requests wait for what is left for later. */
export class EnvClient extends TestClient {
  /** One object a site, since the worker keeps its configuration for as long as it gets the same. */
  constructor(private readonly bindings: typeof env) {
    super()
  }

  protected override async send(request: Request): Promise<Response> {
    const execution = createExecutionContext()
    const response = await worker.fetch(
      request as Parameters<typeof worker.fetch>[0],
      this.bindings,
      execution,
    )
    await waitOnExecutionContext(execution)
    return response
  }
}
