import type { Actor, ServiceContext } from './services/context'

/** Hono's environment: the bindings, and what the middleware leaves for the handlers. */
export interface AppEnv {
  Bindings: Env
  Variables: {
    ctx: ServiceContext
  }
}

/** Behind requireUser(): the actor is an account. */
export interface UserEnv {
  Bindings: Env
  Variables: {
    ctx: ServiceContext & { actor: Extract<Actor, { kind: 'user' }> }
  }
}
