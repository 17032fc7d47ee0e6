import type { Video } from '../../contract/schemas/videos'
import { useViewer } from './queries/viewer'

/** Whether the video is shown behind a lock. What may really be played is decided by the server. */
export function useLocked(video: Video): boolean {
  const viewer = useViewer()
  return video.isPremium && !viewer.can('video.playPremium') && viewer.user?.id !== video.userId
}
