import type { Identity } from './http/identity'
import type { ServiceContext } from './services/context'

/** Hono's environment: the bindings, and the variables that middleware sets for handlers. */
export interface AppEnv {
  Bindings: Env
  Variables: {
    /** The context of a visitor, until a guard has identified the account. */
    ctx: ServiceContext
    identity: Identity
    /** Set by a route whose writes the browser's next reads needn't include. */
    isBarelyWrite?: true
  }
}
