import type { Video } from '../../../contract/schemas/videos/videos'
import { useViewer, type Viewer } from '../viewer/viewer-query'

/** Whether the video is shown behind a lock. What may really be played is decided by the server. */
export function isLocked(video: Video, { can, user }: Viewer): boolean {
  return video.isPremium && !can('video.playPremium') && user?.id !== video.userId
}

export function useLocked(video: Video): boolean {
  return isLocked(video, useViewer())
}
