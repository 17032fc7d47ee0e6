import type { Video } from '#contract/schemas/videos/video'
import { type VideoRow, videoById } from '#db/queries/videos/video'
import { isOpen, isPubliclyVisible } from '#worker/policy/video-access'
import type { ReadContext } from '../../context'
import { isoTime } from '../../shared/time'

/** The public data of a video, for search engines and other sites: words and numbers, never a media URL. */
export type PublicVideo = Pick<
  Video,
  'id' | 'uploader' | 'title' | 'description' | 'duration' | 'isPremium' | 'views' | 'likes' | 'createdAt'
>

/** Returns a video's public data, regardless of the caller; null when the public may not know of it. */
export async function publicVideo(ctx: ReadContext, id: number): Promise<PublicVideo | null> {
  const isPublic = (row: VideoRow | undefined) => row !== undefined && isPubliclyVisible(row)
  const [[row]] = await ctx.near.batch([videoById(ctx.db, id)], { mayKeep: ([[found]]) => isPublic(found) })
  return row && isPublic(row) ? publicView(row) : null
}

/** Returns the same data of a video that is public or opened by the key in its link. */
export async function openVideo(
  ctx: ReadContext,
  id: number,
  key: string | undefined,
): Promise<PublicVideo | null> {
  const [row] = await videoById(ctx.db, id)
  return row && isOpen({ ...row, givenKey: key }) ? publicView(row) : null
}

export function publicView(row: VideoRow): PublicVideo {
  return {
    id: row.id,
    uploader: { id: row.userId, username: row.username },
    title: row.title,
    description: row.description,
    duration: row.duration,
    isPremium: row.isPremium,
    views: row.views,
    likes: row.likes,
    createdAt: isoTime(row.createdAt),
  }
}

/**
 * Tells whether a video is public, from the view of a viewer who may be its owner; only owners see status,
 * review and hold.
 */
export function isShownToAll(video: Video): boolean {
  const { status = 'ready', review = 'approved', hold = null } = video
  return isPubliclyVisible({ ...video, status, review, hold, unlistedKey: null })
}
