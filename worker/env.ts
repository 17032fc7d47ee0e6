import type { ServiceContext } from './services/context'

/** Hono's environment: the bindings, and what the middleware leaves for the handlers. */
export interface AppEnv {
  Bindings: Env
  Variables: {
    ctx: ServiceContext
  }
}
