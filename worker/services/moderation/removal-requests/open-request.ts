import { type RemovalRequestRow, requestById, visibilityOf } from '#db/queries/moderation/removal-requests'
import { AppError, notFound } from '#worker/errors'
import { isOpen } from '#worker/policy/video-access'
import type { ServiceContext } from '../../context'

type NamedVideo = Pick<RemovalRequestRow, 'videoId' | 'videoTitle' | 'ownerId'>

/**
 * Returns the facts that a request stores about its video. The title is included only if the video is open to
 * the requester, since they see it on the receipt.
 */
export async function videoNamed(
  { db }: ServiceContext,
  id: number | null,
  givenKey: string | null,
): Promise<NamedVideo> {
  const [video] = id === null ? [] : await visibilityOf(db, id)
  if (!video) return { videoId: null, videoTitle: null, ownerId: null }
  return {
    videoId: id,
    videoTitle: isOpen({ ...video, givenKey }) ? video.title : null,
    ownerId: video.userId,
  }
}

export async function openRequest({ db }: ServiceContext, id: number): Promise<RemovalRequestRow> {
  const [row] = await requestById(db, id)
  if (!row) throw notFound('This request')
  if (row.status !== 'open') throw alreadyDecided()
  return row
}

export function alreadyDecided(): AppError {
  return new AppError('conflict', 'This request has already been decided.')
}
