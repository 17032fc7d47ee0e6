import type { Video } from '../../../../contract/schemas/videos/videos'
import { type VideoRow, videoById } from '../../../../db/queries/videos/videos'
import { isPubliclyVisible } from '../../../policy/video-access'
import type { ServiceContext } from '../../context'
import { isoTime } from '../../shared/time'

/** What is told to everybody, search engines and other sites among them: words and numbers, never an address of media. */
export type PublicVideo = Pick<
  Video,
  'id' | 'uploader' | 'title' | 'description' | 'duration' | 'isPremium' | 'views' | 'likes' | 'createdAt'
>

/** Whoever asks: null for a video that the public may not know of. */
export async function publicVideo(ctx: ServiceContext, id: number): Promise<PublicVideo | null> {
  const [row] = await videoById(ctx.db, id)
  return row && isPubliclyVisible(row) ? publicView(row) : null
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

/** Of a video as its viewer sees it, who may be its owner; only they are told status, review and hold. */
export function isShownToAll(video: Video): boolean {
  const { status = 'ready', review = 'approved', hold = null } = video
  return isPubliclyVisible({ ...video, status, review, hold })
}
