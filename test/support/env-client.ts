import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import type { env } from 'cloudflare:workers'
import worker from '#worker/index'
import { TestClient } from './client'

/**
 * A browser of a site with other bindings. Its requests wait for deferred work, unless that may never end.
 */
export class EnvClient extends TestClient {
  /**
   * Takes one object for each site, since the worker keeps its configuration only while it gets the same one.
   */
  constructor(
    private readonly bindings: typeof env,
    private readonly waits = true,
  ) {
    super()
  }

  protected override async send(request: Request): Promise<Response> {
    const execution = createExecutionContext()
    const response = await worker.fetch(
      request as Parameters<typeof worker.fetch>[0],
      this.bindings,
      execution,
    )
    if (this.waits) await waitOnExecutionContext(execution)
    return response
  }
}
