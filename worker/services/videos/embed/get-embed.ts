import type { EmbeddedVideo } from '../../../../contract/schemas/videos/embed'
import { captionsOfVideo } from '../../../../db/queries/videos/captions'
import { rungsOfVideo } from '../../../../db/queries/videos/renditions'
import { type VideoRow, videoById } from '../../../../db/queries/videos/videos'
import { AppError, videoNotFound } from '../../../errors'
import { isPubliclyVisible } from '../../../policy/video-access'
import type { ServiceContext } from '../../context'
import { captionView } from '../captions'
import { mediaUrl, sourcesOf, storyboardOf } from '../videos'

type EmbedContext = Pick<ServiceContext, 'config' | 'db' | 'now'>

/**
 * What a frame on another site plays. Nobody is asked who they are, so it is what everybody may see: throws `not_found`
 * for whatever isn't public, `forbidden` for what members pay for. Its addresses need no cookie and end in six hours.
 */
export async function getEmbed(ctx: EmbedContext, id: number): Promise<EmbeddedVideo> {
  const { db } = ctx
  const [[row], rungs, captions] = await db.batch([
    videoById(db, id),
    rungsOfVideo(db, id),
    captionsOfVideo(db, id),
  ])
  const video = requireFree(row)
  const { posterKey: key, posterBytes: bytes, posterType } = video
  const sources = sourcesOf(ctx, video, 'embed', rungs)
  if (!sources) throw videoNotFound()
  return {
    id: video.id,
    title: video.title,
    duration: video.duration,
    thumbnailUrl:
      key && bytes && posterType
        ? mediaUrl(ctx, video, 'embed', { key, bytes }, `poster.${posterType}`)
        : null,
    storyboard: storyboardOf(ctx, video, 'embed'),
    captions: captions.map((caption) => captionView(ctx, video, 'embed', caption)),
    sources,
  }
}

/** The same question where nothing of the video may be said yet: throws as getEmbed does. One query. */
export async function requireEmbeddable(ctx: EmbedContext, id: number): Promise<void> {
  const [row] = await videoById(ctx.db, id)
  requireFree(row)
}

function requireFree(row: VideoRow | undefined): VideoRow {
  if (!row || !isPubliclyVisible(row)) throw videoNotFound()
  if (row.isPremium) throw new AppError('forbidden', 'This video is for premium members, on the site itself.')
  return row
}
