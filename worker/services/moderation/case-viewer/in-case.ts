import type { ServiceContext } from '../../context'

/**
 * Returns the context of staff who look at videos in the case viewer or a queue: what is signed for it opens for
 * reviewers, and for nobody else.
 */
export function inCase<Context extends ServiceContext>(ctx: Context): Context {
  const { actor } = ctx
  return actor.kind === 'user' ? { ...ctx, actor: { ...actor, inCase: true } } : ctx
}
