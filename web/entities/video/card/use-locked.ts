import type { Video } from '#contract/schemas/videos/video'
import { useViewer, type Viewer } from '../../viewer/viewer-query'

/** Returns whether the video is shown as locked. The server decides what may actually be played. */
export function isLocked(video: Pick<Video, 'isPremium' | 'userId'>, { can, user }: Viewer): boolean {
  return video.isPremium && !can('video.playPremium') && user?.id !== video.userId
}

export function useLocked(video: Video): boolean {
  return isLocked(video, useViewer())
}
