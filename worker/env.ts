import type { ServiceContext } from './services/context'

/** Hono's environment: the bindings, and the variables that middleware sets for handlers. */
export interface AppEnv {
  Bindings: Env
  Variables: {
    ctx: ServiceContext
  }
}
