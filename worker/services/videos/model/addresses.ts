import type { Video } from '#contract/schemas/videos/video'
import { dayOf } from '#contract/values/shared/time'
import type { VideoRow } from '#db/queries/videos/video'
import { type AccessedVideo, mediaClass, posterClass, teaserClass } from '#worker/policy/video-access'
import { objectId } from '#worker/storage/keys'
import { grantEnd, type MediaClass, type MediaToken, signMediaUrl } from '#worker/storage/media-token'
import type { ReadContext } from '../../context'

/** The context for signing a URL, for any viewer. */
export type RenderContext = Pick<ReadContext, 'config' | 'now'>
export type ViewContext = RenderContext & Pick<ReadContext, 'actor'>

/** The fields that determine a poster's URL and who may open it. */
type Poster = AccessedVideo &
  PosterFile &
  Pick<VideoRow, 'revision' | 'posterStyle' | 'blurredKey' | 'blurredBytes'>

type PosterFile = Pick<VideoRow, 'posterKey' | 'posterType' | 'posterBytes' | 'posterPictures'>

/** Returns the URL of a video's file, signed for viewers of the class. */
export function mediaUrl(
  ctx: RenderContext,
  row: Pick<VideoRow, 'revision' | 'userId'>,
  access: MediaClass,
  object: { key: string; bytes: number } & Pick<MediaToken, 'pictures' | 'video'>,
  file: string,
): string {
  const token = {
    object: objectId(object.key),
    size: object.bytes,
    revision: row.revision,
    class: access,
    owner: row.userId,
    day: dayOf(ctx.now),
    ...(access === 'embed' && { until: grantEnd(ctx.now) }),
    ...(object.pictures && { pictures: object.pictures }),
    ...(object.video && { video: object.video }),
  }
  return signMediaUrl(ctx.config.mediaKey, token, file)
}

/** Returns the URL of the source file; null while it is being imported. */
export function sourceUrl(ctx: RenderContext, row: VideoRow, access: MediaClass): string | null {
  const { sourceKey: key, sourceBytes: bytes, sourceType } = row
  if (!key || !bytes || !sourceType) return null
  return mediaUrl(ctx, row, access, { key, bytes }, `source.${sourceType}`)
}

export function previewUrl(ctx: ViewContext, row: VideoRow): string | null {
  const access = mediaClass(row, ctx.actor)
  const { previewKey: key, previewBytes: bytes } = row
  return access && key && bytes ? mediaUrl(ctx, row, access, { key, bytes }, 'preview.mp4') : null
}

/** Returns the URL of a premium video's trailer. */
export function trailerUrl(ctx: ViewContext, row: VideoRow): string | null {
  const access = row.isPremium ? teaserClass(row, ctx.actor) : null
  const { trailerKey: key, trailerBytes: bytes } = row
  return access && key && bytes ? mediaUrl(ctx, row, access, { key, bytes }, 'trailer.mp4') : null
}

/**
 * Returns the URL of the poster, with its widths if it has several. A viewer from whom the uploader hides it
 * gets the URL of the blurred one. The URL is null while there is none.
 */
export function posterView(ctx: ViewContext, row: Poster): Pick<Video, 'thumbnailUrl' | 'poster'> {
  const access = posterClass(row, ctx.actor)
  if (!access) return { thumbnailUrl: blurredUrl(ctx, row) }
  const { posterPictures: set } = row
  return {
    thumbnailUrl: clearUrl(ctx, row, access),
    ...(set && { poster: { color: set.color, widths: set.widths } }),
  }
}

/** Returns the URL of the poster itself: of its widest picture, from which the others' are derived. */
export function clearUrl(
  ctx: RenderContext,
  row: PosterFile & Pick<VideoRow, 'revision' | 'userId'>,
  access: MediaClass,
): string | null {
  const { posterKey: key, posterBytes: bytes, posterType, posterPictures } = row
  if (!key || !bytes || !posterType) return null
  const object = { key, bytes, ...(posterPictures && { pictures: posterPictures }) }
  return mediaUrl(ctx, row, access, object, `poster.${posterType}`)
}

export function blurredUrl(ctx: ViewContext, row: Poster): string | null {
  const access = teaserClass(row, ctx.actor)
  const { blurredKey: key, blurredBytes: bytes } = row
  return access && key && bytes ? mediaUrl(ctx, row, access, { key, bytes }, 'blurred.jpg') : null
}
