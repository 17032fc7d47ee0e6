import type { Video } from '../../../contract/schemas/videos'
import { can } from '../../../contract/values/permissions'
import type { VideoRow } from '../../../db/queries/videos'
import { mediaClass, posterClass } from '../../policy/video-access'
import { objectId } from '../../storage/keys'
import { dayOf, type MediaFacts, signMediaUrl } from '../../storage/media-facts'
import type { ServiceContext } from '../context'

type ViewContext = Pick<ServiceContext, 'actor' | 'config' | 'now'>

/** A video in a list: nothing in it opens the file. */
export function videoCard(ctx: ViewContext, row: VideoRow): Video {
  return {
    id: row.id,
    userId: row.userId,
    uploader: { id: row.userId, username: row.username },
    title: row.title,
    description: row.description,
    videoUrl: null,
    thumbnailUrl: posterUrl(ctx, row),
    previewUrl: null,
    storyboard: null,
    sources: null,
    captions: [],
    duration: row.duration,
    width: row.width,
    height: row.height,
    categoryId: row.categoryId,
    isPremium: row.isPremium,
    isPublic: row.isPublic,
    allowDownload: row.allowDownload,
    views: row.views,
    likes: row.likes,
    createdAt: new Date(row.createdAt).toISOString(),
    ...(isOwnerOrStaff(ctx, row) && {
      status: row.status,
      review: row.review,
      hold: row.hold,
      reason: row.reason,
    }),
  }
}

/** A video by itself, with addresses of its file for someone who may play it. */
export function videoDetail(ctx: ViewContext, row: VideoRow, likedByMe: boolean): Video {
  const url = sourceUrl(ctx, row)
  const { latitude, longitude } = row
  return {
    ...videoCard(ctx, row),
    videoUrl: url,
    sources:
      url && row.sourceType
        ? [{ type: row.sourceType, url, height: row.height, bandwidth: bandwidth(row) }]
        : null,
    likedByMe,
    ...(isOwnerOrStaff(ctx, row) && {
      locationData: latitude === null || longitude === null ? null : { latitude, longitude },
    }),
  }
}

function isOwnerOrStaff({ actor }: ViewContext, row: VideoRow): boolean {
  return actor.kind === 'user' && (actor.id === row.userId || can(actor.role, 'video.manageAny'))
}

/** Bits per second of the file as a whole. */
function bandwidth(row: VideoRow): number | null {
  return row.sourceBytes && row.duration ? Math.round((row.sourceBytes * 8) / row.duration) : null
}

function sourceUrl(ctx: ViewContext, row: VideoRow): string | null {
  const access = mediaClass(row, ctx.actor)
  if (!access || !row.sourceKey || !row.sourceBytes || !row.sourceType) return null
  return mediaUrl(ctx, row, access, row.sourceKey, row.sourceBytes, `source.${row.sourceType}`)
}

function posterUrl(ctx: ViewContext, row: VideoRow): string | null {
  const access = posterClass(row, ctx.actor)
  if (!access || !row.posterKey || !row.posterBytes || !row.posterType) return null
  return mediaUrl(ctx, row, access, row.posterKey, row.posterBytes, `poster.${row.posterType}`)
}

function mediaUrl(
  ctx: ViewContext,
  row: VideoRow,
  access: MediaFacts['class'],
  key: string,
  size: number,
  file: string,
): string {
  const facts = {
    object: objectId(key),
    size,
    revision: row.revision,
    class: access,
    owner: row.userId,
    day: dayOf(ctx.now),
  }
  return signMediaUrl(ctx.config.mediaKey, facts, file)
}
