import { createHmac } from 'node:crypto'
import { viewsPerAddress, viewWindow } from '../../../../contract/values/shared/limits'
import { hour } from '../../../../contract/values/shared/time'
import type { VideoRow } from '../../../../db/queries/videos/videos'
import { addView, type View } from '../../../../db/queries/videos/views'
import { noteWatched } from '../../../../db/queries/videos/watch-history'
import { videoNotFound } from '../../../errors'
import { isOpen, mayPlay } from '../../../policy/video-access'
import type { ServiceContext } from '../../context'
import { findVisible } from '../videos'
import { isBot } from './bots'

/**
 * Counts a view, once per viewer and video in the window and a few times an hour per network address, and adds
 * it to the history, after the response. Skips bots, owners, and videos that only their
 * owner and staff can open.
 */
export async function countView(ctx: ServiceContext, videoId: number, key?: string): Promise<void> {
  const { actor, db, now } = ctx
  const video = await findVisible(ctx, videoId, key)
  if (!mayPlay(video, actor)) throw videoNotFound()
  const [first, ...rest] = [
    ...(actor.kind === 'user' ? [noteWatched(db, actor.id, video, now)] : []),
    ...(counts(ctx, video) ? addView(db, viewOf(ctx, videoId), viewLimits) : []),
  ]
  if (first) ctx.defer(db.batch([first, ...rest]))
}

function counts({ actor, client }: ServiceContext, video: VideoRow): boolean {
  const isOwner = actor.kind === 'user' && actor.id === video.userId
  return !isOwner && isOpen(video) && !isBot(client.userAgent)
}

/**
 * Identifies the viewer: an account, or else the network address. The address isn't kept, only a keyed hash of
 * it and the video, which doesn't show what else was watched from there. The browser isn't part of it, since it
 * calls itself whatever it likes.
 */
function viewOf({ actor, client, config, now }: ServiceContext, videoId: number): View {
  const hash = createHmac('sha256', config.viewerKey).update(`view\n${videoId}\n${client.address}`)
  const address = hash.digest().subarray(0, 16).toString('base64url')
  return { videoId, address, account: actor.kind === 'user' ? `u:${actor.id}` : null, at: now }
}

const viewLimits = { window: viewWindow * 1000, hour, perHour: viewsPerAddress }
