import type { AdminRemovalRequest, RemovalReceipt } from '../../../../contract/schemas/moderation/safety'
import { type RemovalRequestRow, visibilityOf } from '../../../../db/queries/moderation/removal-requests'
import { isOpen } from '../../../policy/video-access'
import type { ServiceContext } from '../../context'
import { isoTime } from '../../shared/time'
import { decisionView, type Found, reversedAt } from '../cases'
import { linkKeyIn } from './video-address'

/**
 * Returns the receipt as anyone with the link sees it. A video that the link didn't open at the time of the request
 * looks like one that never existed, or the form would reveal private videos. `hidden` is only what the
 * video's own URL shows everyone.
 */
export async function removalReceipt(ctx: ServiceContext, row: RemovalRequestRow): Promise<RemovalReceipt> {
  return {
    token: row.token,
    at: isoTime(row.createdAt),
    dueAt: isoTime(row.dueAt),
    url: row.url,
    videoTitle: row.videoTitle,
    reason: row.reason,
    status: row.status,
    hidden: await isHidden(ctx, row),
    decision: decisionView(row),
    takenBackAt: row.status === 'removed' ? await reversedAt(ctx, row) : null,
  }
}

async function isHidden(ctx: ServiceContext, row: RemovalRequestRow): Promise<boolean> {
  if (row.videoTitle === null || row.videoId === null || row.status === 'refused') return false
  const [video] = await visibilityOf(ctx.db, row.videoId)
  return !video || !isOpen({ ...video, givenKey: linkKeyIn(row.url, ctx.config.siteOrigin) })
}

export function adminRemovalRequest(row: RemovalRequestRow, found: Found): AdminRemovalRequest {
  const video = found.video(row.videoId)
  return {
    id: row.id,
    at: isoTime(row.createdAt),
    dueAt: isoTime(row.dueAt),
    escalated: row.escalated,
    url: row.url,
    video,
    videoId: row.videoId,
    videoTitle: video?.title ?? row.videoTitle,
    uploader: found.account(row.ownerId),
    reason: row.reason,
    relation: row.relation,
    name: row.name,
    email: row.email,
    statement: row.statement,
    signature: row.signature,
    status: row.status,
    decidedBy: found.account(row.decidedBy),
    decision: decisionView(row),
  }
}
