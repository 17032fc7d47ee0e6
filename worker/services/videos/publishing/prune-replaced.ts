import { dropReplaced } from '#db/queries/videos/publishing/replaced-files'
import type { ServiceContext } from '../../context'

/** Lets go of former files that videos kept as evidence, once no case needs them any more. */
export async function pruneReplaced(ctx: ServiceContext): Promise<void> {
  await ctx.db.batch(dropReplaced(ctx.db, ctx.now))
}
