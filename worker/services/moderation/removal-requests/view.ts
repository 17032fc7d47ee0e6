import type { AdminRemovalRequest, RemovalReceipt } from '#contract/schemas/moderation/safety'
import { can } from '#contract/values/accounts/permissions'
import { maskName } from '#contract/values/moderation/mask'
import { listKeyIn } from '#contract/values/shared/site-urls'
import { type RemovalRequestRow, visibilityOf } from '#db/queries/moderation/removal-requests'
import { isOpen } from '#worker/policy/video-access'
import type { ServiceContext } from '../../context'
import { isoTime } from '../../shared/time'
import { decisionView, type Found, reversedAt } from '../case-file/look-up'
import { linkKeyIn } from './video-address'

/**
 * Returns the receipt as anyone with the link sees it. A video that the link didn't open at the time of the
 * request looks like one that never existed, or the form would reveal private videos. `hidden` reveals no
 * more than the video's own URL.
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
    ofList: row.videoId === null && listKeyIn(row.url, ctx.config.siteOrigin, URL) !== null,
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

export function adminRemovalRequest(
  { actor, config }: Pick<ServiceContext, 'actor' | 'config'>,
  row: RemovalRequestRow,
  found: Found,
): AdminRemovalRequest {
  const isOpen = can(actor.role, 'case.readContacts')
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
    listKey: listKeyIn(row.url, config.siteOrigin, URL),
    uploader: found.account(row.ownerId),
    reason: row.reason,
    relation: row.relation,
    name: isOpen ? row.name : maskName(row.name),
    email: isOpen ? row.email : null,
    statement: row.statement,
    signature: isOpen ? row.signature : maskName(row.signature),
    status: row.status,
    decidedBy: found.account(row.decidedBy),
    decision: decisionView(row),
  }
}
