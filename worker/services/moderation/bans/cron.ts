import { endedBans } from '#db/queries/moderation/bans'
import type { ServiceContext } from '../../context'
import { liftBan } from './unban'

const endedAtMost = 50

/** Restores the videos of bans whose term is over. */
export async function liftEndedBans(ctx: ServiceContext): Promise<void> {
  for (const { id } of await endedBans(ctx.db, ctx.now, endedAtMost)) await liftBan(ctx, id)
}
