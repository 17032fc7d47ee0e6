import { viewsPerAddress, viewWindow } from '#contract/values/shared/limits'
import { hour } from '#contract/values/shared/time'
import type { ViewSource } from '#contract/values/videos/statistics'
import { noteWatched } from '#db/queries/videos/library/watch-history'
import type { VideoRow } from '#db/queries/videos/video'
import { addView, type View } from '#db/queries/videos/views'
import { countryOf } from '#worker/policy/regions'
import { isOpen } from '#worker/policy/video-access'
import type { ServiceContext } from '../../context'
import { isBot } from './bots'
import { viewerOf } from './viewer'

/**
 * Counts a view of a video that the viewer may play, once per viewer and video in the window and a few times an hour
 * per network address, and adds it to the history, after the response. Skips bots, owners, and videos that only their
 * owner and staff can open.
 */
export function countView(ctx: ServiceContext, video: VideoRow, from: ViewSource): void {
  const { actor, db, now } = ctx
  const [first, ...rest] = [
    ...(actor.kind === 'user' ? [noteWatched(db, actor.id, video, now)] : []),
    ...(counts(ctx, video) ? addView(db, viewOf(ctx, video.id, from), viewLimits) : []),
  ]
  if (first) ctx.defer(db.batch([first, ...rest]))
}

/** Returns whether a view of the video by this actor counts. */
export function counts({ actor, client }: ServiceContext, video: VideoRow): boolean {
  const isOwner = actor.kind === 'user' && actor.id === video.userId
  return !isOwner && isOpen(video) && !isBot(client.userAgent)
}

function viewOf(ctx: ServiceContext, videoId: number, from: ViewSource): View {
  const { actor, client, now } = ctx
  const isMember = actor.kind === 'user' && (actor.premiumUntil ?? 0) > now
  const country = countryOf(client.place) ?? ''
  return {
    videoId,
    at: now,
    ...viewerOf(ctx, videoId),
    counted: { videoId, at: now, country, isMember, from },
  }
}

const viewLimits = { window: viewWindow * 1000, hour, perHour: viewsPerAddress }
