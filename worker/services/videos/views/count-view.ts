import { createHmac } from 'node:crypto'
import { viewWindow } from '../../../../contract/values/shared/limits'
import type { VideoRow } from '../../../../db/queries/videos/videos'
import { addView } from '../../../../db/queries/videos/views'
import { noteWatched } from '../../../../db/queries/videos/watch-history'
import { videoNotFound } from '../../../errors'
import { isPubliclyVisible, mayPlay } from '../../../policy/video-access'
import type { ServiceContext } from '../../context'
import { findVisible } from '../videos'
import { isBot } from './bots'

/**
 * Counts a view, once per viewer and video in the window, and adds it to the history, after the response.
 * Skips bots, owners, and videos that aren't public.
 */
export async function countView(ctx: ServiceContext, videoId: number): Promise<void> {
  const { actor, db, now } = ctx
  const video = await findVisible(ctx, videoId)
  if (!mayPlay(video, actor)) throw videoNotFound()
  const [first, ...rest] = [
    ...(actor.kind === 'user' ? [noteWatched(db, actor.id, videoId, now)] : []),
    ...(counts(ctx, video) ? addView(db, videoId, viewerOf(ctx), now, viewWindow * 1000) : []),
  ]
  if (first) ctx.defer(db.batch([first, ...rest]))
}

function counts({ actor, client }: ServiceContext, video: VideoRow): boolean {
  const isOwner = actor.kind === 'user' && actor.id === video.userId
  return !isOwner && isPubliclyVisible(video) && !isBot(client.userAgent)
}

/** Identifies the viewer: an account, or a keyed hash of IP address and browser, neither of which is kept. */
function viewerOf({ actor, client, config }: ServiceContext): string {
  if (actor.kind === 'user') return `u:${actor.id}`
  const hash = createHmac('sha256', config.viewerKey).update(`${client.address}\n${client.userAgent}`)
  return hash.digest().subarray(0, 16).toString('base64url')
}
