import {
  type RemovalRequestRow,
  requestById,
  visibilityOf,
} from '../../../../db/queries/moderation/removal-requests'
import { AppError, notFound } from '../../../errors'
import { isPubliclyVisible } from '../../../policy/video-access'
import type { ServiceContext } from '../../context'

type NamedVideo = Pick<RemovalRequestRow, 'videoId' | 'videoTitle' | 'ownerId'>

/**
 * What a request keeps of the video that it names. The title only of one that the public sees now, since the receipt
 * shows it to whoever asked.
 */
export async function videoNamed({ db }: ServiceContext, id: number | null): Promise<NamedVideo> {
  const [video] = id === null ? [] : await visibilityOf(db, id)
  if (!video) return { videoId: null, videoTitle: null, ownerId: null }
  return { videoId: id, videoTitle: isPubliclyVisible(video) ? video.title : null, ownerId: video.userId }
}

export async function openRequest({ db }: ServiceContext, id: number): Promise<RemovalRequestRow> {
  const [row] = await requestById(db, id)
  if (!row) throw notFound('This request')
  if (row.status !== 'open') throw alreadyDecided()
  return row
}

export function alreadyDecided(): AppError {
  return new AppError('conflict', 'This request has been decided already.')
}
