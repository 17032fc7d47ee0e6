import { useState } from 'react'
import { useLocation } from 'react-router'
import type { Video } from '../../../../../contract/schemas/videos/videos'
import { placeOf } from '../../../../entities/video/watch-log'
import { useViewer } from '../../../../entities/viewer/viewer-query'
import { type Moment, readMoment } from './moment'

export interface Start extends Moment {
  /** It resumes where the viewer left it. */
  resumed: boolean
}

/**
 * Returns where a video starts: at the address's moment, or else where it was left. Decided once, so that
 * playback never jumps later.
 */
export function useStart(video: Video): Start {
  const { search } = useLocation()
  const { user } = useViewer()
  const key = `${video.id}${search}`
  const [decided, setDecided] = useState(() => ({ key, start: decide() }))

  function decide(): Start {
    const moment = readMoment(search, video.duration)
    if (moment) return { ...moment, resumed: false }
    const startAt = user?.savesHistory === false ? (video.position ?? 0) : placeHere()
    return { startAt, window: null, resumed: startAt > 0 }
  }

  function placeHere(): number {
    return placeOf(user?.id ?? null, video.id, user ? (video.position ?? 0) : null)
  }

  if (decided.key === key) return decided.start
  const start = decide()
  setDecided({ key, start })
  return start
}
