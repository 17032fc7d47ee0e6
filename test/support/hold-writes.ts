import type { Db } from '#db/client'
import type { UserContext } from '#worker/services/context'

/** Returns the account's context, with its first write held back. */
export function holdWrites(ctx: UserContext) {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const batch = async (...given: Parameters<Db['batch']>) => {
    reached.resolve()
    await released.promise
    return ctx.db.batch(...given)
  }
  const db = new Proxy(ctx.db, {
    get: (target, name) => (name === 'batch' ? batch : Reflect.get(target, name)),
  })
  return { ctx: { ...ctx, db }, reached: reached.promise, release: () => released.resolve() }
}
