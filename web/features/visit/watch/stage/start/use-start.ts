import { useState } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { leftAt } from '#web/entities/video/history/watch-log'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { type Moment, momentIn, readMoment } from './moment'

export interface Start extends Moment {
  /** It resumes where the viewer left it. */
  resumed: boolean
  /** The address came to name this moment when the video was here already. */
  isJump: boolean
}

/**
 * Returns where a video starts: at the moment that its address names in `search`, or else where it was left.
 * Decided once, so that playback never jumps later, unless the address comes to name another moment.
 */
export function useStart(video: Video, search: string): Start {
  const { user } = useViewer()
  const [decided, setDecided] = useState(() => ({ id: video.id, search, start: decide() }))
  const isSame = decided.id === video.id

  function decide(shown?: Start): Start {
    const moment = readMoment(search, video.duration)
    const isJump = shown !== undefined && momentIn(search) !== momentIn(decided.search)
    if (moment) return { ...moment, resumed: false, isJump }
    // A video that is here already goes on.
    if (shown) return { ...shown, window: null, resumed: false, isJump: false }
    const startAt = leftAt(video, user)
    return { startAt, window: null, resumed: startAt > 0, isJump: false }
  }

  if (isSame && decided.search === search) return decided.start
  const start = decide(isSame ? decided.start : undefined)
  setDecided({ id: video.id, search, start })
  return start
}
