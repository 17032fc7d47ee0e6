import type { User } from '#contract/schemas/accounts/auth'
import type { Video } from '#contract/schemas/videos/video'
import { leftAt } from '#web/entities/video/history/watch-log'
import { loadEarly } from '#web/player/dom/early-video'

/**
 * Begins to load a video whose page is on its way. If the viewer left it in the middle, its player loads from
 * there.
 */
export function loadVideoAhead(video: Video, viewer: User | null): void {
  if (leftAt(video, viewer) === 0) loadEarly(video)
}
