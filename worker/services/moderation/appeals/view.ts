import type { AdminAppeal, OwnRemoval } from '#contract/schemas/moderation/safety'
import { appealMs } from '#contract/values/moderation/safety'
import type { RemovalRow } from '#db/queries/moderation/removals'
import type { ServiceContext } from '../../context'
import { isoTime, isoTimeOrNull } from '../../shared/time'
import { type Found, goneAccount } from '../case-file/look-up'

/** Returns a removal for its uploader: the reason and the outcome of the appeal, never who requested it. */
export function ownRemovalView({ now }: Pick<ServiceContext, 'now'>, row: RemovalRow): OwnRemoval {
  const until = row.removedAt + appealMs
  const mayAppeal = row.appealedAt === null && row.restoredAt === null && now < until
  return {
    id: row.id,
    videoId: row.videoId,
    videoTitle: row.videoTitle,
    reason: row.reason,
    statement: row.statement,
    at: isoTime(row.removedAt),
    appealUntil: mayAppeal ? isoTime(until) : null,
    appeal: appealOf(row),
  }
}

function appealOf({ appealedAt, appealText, appealStatus, appealNote }: RemovalRow): OwnRemoval['appeal'] {
  if (appealedAt === null || appealStatus === null) return null
  return { at: isoTime(appealedAt), text: appealText ?? '', status: appealStatus, note: appealNote }
}

export function adminAppeal(ctx: ServiceContext, row: RemovalRow, found: Found): AdminAppeal {
  return {
    ...ownRemovalView(ctx, row),
    restoredAt: isoTimeOrNull(row.restoredAt),
    uploader: found.account(row.ownerId) ?? goneAccount(row.ownerId),
    video: found.video(row.videoId),
    removedBy: found.account(row.removedBy),
  }
}
