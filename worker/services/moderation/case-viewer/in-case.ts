import type { ServiceContext } from '../../context'

/**
 * Returns the context of staff who look at videos in the case viewer or a queue: URLs signed for it open for
 * reviewers alone.
 */
export function inCase<Context extends ServiceContext>(ctx: Context): Context {
  const { actor } = ctx
  return actor.kind === 'user' ? { ...ctx, actor: { ...actor, inCase: true } } : ctx
}
