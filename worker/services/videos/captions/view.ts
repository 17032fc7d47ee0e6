import type { Caption } from '#contract/schemas/videos/video'
import { languageName } from '#contract/values/videos/languages'
import { type CaptionRow, captionsOfVideo } from '#db/queries/videos/captions'
import type { VideoRow } from '#db/queries/videos/video'
import { mediaClass, posterClass } from '#worker/policy/video-access'
import type { MediaClass } from '#worker/storage/media-token'
import type { ReadContext } from '../../context'
import { mediaUrl } from '../model/addresses'

type ViewContext = Pick<ReadContext, 'actor' | 'config' | 'now'>

/** Returns the tracks of a video for someone who may play it, and for its owner before it is playable. */
export function captionViews(ctx: ViewContext, video: VideoRow, rows: readonly CaptionRow[]): Caption[] {
  const access = video.status === 'ready' ? mediaClass(video, ctx.actor) : posterClass(video, ctx.actor)
  return access ? rows.map((row) => captionView(ctx, video, access, row)) : []
}

/** Returns the present tracks of a video. */
export async function tracksOf(ctx: ReadContext, video: VideoRow): Promise<Caption[]> {
  return captionViews(ctx, video, await captionsOfVideo(ctx.db, video.id))
}

/** Returns one track with its URL, signed for a class: see mediaClass. */
export function captionView(
  { config, now }: Pick<ViewContext, 'config' | 'now'>,
  video: Pick<VideoRow, 'revision' | 'userId'>,
  access: MediaClass,
  { language, objectKey, bytes }: CaptionRow,
): Caption {
  const url = mediaUrl({ config, now }, video, access, { key: objectKey, bytes }, `captions-${language}.vtt`)
  return { language, label: languageName(language), url }
}
