import type { EmbeddedVideo } from '#contract/schemas/videos/embed'
import { dayOf } from '#contract/values/shared/time'
import { captionsOfVideo } from '#db/queries/videos/captions'
import { renditionsOfVideo } from '#db/queries/videos/renditions'
import { type VideoRow, videoById } from '#db/queries/videos/video'
import { AppError, videoNotFound } from '#worker/errors'
import { isOpen } from '#worker/policy/video-access'
import { grantEnd, secondsLeft } from '#worker/storage/media-token'
import type { ServiceContext } from '../../context'
import { captionView } from '../captions/view'
import { clearUrl } from '../model/addresses'
import { sourcesOf, storyboardOf } from '../model/playing'

type EmbedContext = Pick<ServiceContext, 'config' | 'db' | 'now'>

/**
 * Returns the video for a frame on another site. Viewers are unknown there, so it is one that anyone with its
 * link may see. Its URLs need no cookie and expire within an hour.
 *
 * Throws `not_found` for anything else, `forbidden` for premium videos.
 */
export async function getEmbed(ctx: EmbedContext, id: number, key?: string): Promise<EmbeddedVideo> {
  const { db } = ctx
  const [[row], renditions, captions] = await db.batch([
    videoById(db, id),
    renditionsOfVideo(db, id),
    captionsOfVideo(db, id),
  ])
  const video = requireFree(row, key)
  const sources = sourcesOf(ctx, video, 'embed', renditions)
  if (!sources) throw videoNotFound()
  return {
    id: video.id,
    title: video.title,
    views: video.views,
    duration: video.duration,
    thumbnailUrl: clearUrl(ctx, video, 'embed'),
    storyboard: storyboardOf(ctx, video, 'embed'),
    captions: captions.map((caption) => captionView(ctx, video, 'embed', caption)),
    sources,
    expiresIn: secondsLeft({ day: dayOf(ctx.now), until: grantEnd(ctx.now) }, ctx.now),
  }
}

/** Throws like getEmbed, where nothing of the video may be revealed yet. One query. */
export async function requireEmbeddable(ctx: EmbedContext, id: number, key?: string): Promise<void> {
  const [row] = await videoById(ctx.db, id)
  requireFree(row, key)
}

function requireFree(row: VideoRow | undefined, key: string | undefined): VideoRow {
  if (!row || !isOpen({ ...row, givenKey: key })) throw videoNotFound()
  if (row.isPremium)
    throw new AppError('forbidden', 'This video is only for premium members on the site itself.')
  return row
}
