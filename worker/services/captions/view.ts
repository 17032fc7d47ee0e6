import type { Caption } from '../../../contract/schemas/videos'
import { languageName } from '../../../contract/values/languages'
import { dayOf } from '../../../contract/values/time'
import type { CaptionRow } from '../../../db/queries/captions'
import type { VideoRow } from '../../../db/queries/videos'
import { mediaClass, posterClass } from '../../policy/video-access'
import { objectId } from '../../storage/keys'
import { type MediaClass, signMediaUrl } from '../../storage/media-facts'
import type { ServiceContext } from '../context'

type ViewContext = Pick<ServiceContext, 'actor' | 'config' | 'now'>

/** The tracks of a video for someone who may play it, and for its owner before there is anything to play. */
export function captionViews(ctx: ViewContext, video: VideoRow, rows: readonly CaptionRow[]): Caption[] {
  const access = video.status === 'ready' ? mediaClass(video, ctx.actor) : posterClass(video, ctx.actor)
  return access ? rows.map((row) => captionView(ctx, video, access, row)) : []
}

/** One track with its address, printed under a class: see mediaClass. */
export function captionView(
  { config, now }: Pick<ViewContext, 'config' | 'now'>,
  video: Pick<VideoRow, 'revision' | 'userId'>,
  access: MediaClass,
  { language, objectKey, bytes }: CaptionRow,
): Caption {
  const facts = {
    object: objectId(objectKey),
    size: bytes,
    revision: video.revision,
    class: access,
    owner: video.userId,
    day: dayOf(now),
  }
  const url = signMediaUrl(config.mediaKey, facts, `captions-${language}.vtt`)
  return { language, label: languageName(language), url }
}
