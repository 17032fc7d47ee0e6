import { useQuery } from '@tanstack/react-query'
import { cloneElement, type ReactElement, useContext, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import type { Video } from '#contract/schemas/videos/video'
import { letMiniEnd } from '#web/entities/video/playback/end-mini'
import { videoQuery } from '#web/entities/video/video-queries'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { isChosen } from '#web/lib/dom/display-choice'
import { KeepContext } from '#web/lib/kept-part.tsx'
import { usePlayer } from '#web/player/ui/player-context'
import type { PlaybackProps } from '../stage/playback'
import { letPlayerStay } from '../stage/player-host'
import { playsOnWhileBrowsing } from './mini-choice'

/** Lets a video that plays go on in the mini player when its page is left, unless for the page of another. */
export function useStay(): void {
  const player = usePlayer()
  useLayoutEffect(
    () =>
      letPlayerStay(() => {
        const { paused, ended, failure } = player.getSnapshot()
        const plays = !paused && !ended && !failure
        return plays && playsOnWhileBrowsing() && !isChosen('discreet') && !endsOn(location.pathname)
      }),
    [player],
  )
}

/**
 * Ends the mini player when its video may no longer be played, its viewer signs out, or a page opens that has no
 * room for it; and keeps its video up to date. Returns a function that closes it.
 */
export function useMiniPlayer(video: Video): () => void {
  const keep = useContext(KeepContext)
  const { pathname } = useLocation()
  const { user } = useViewer()
  const viewer = useRef(user?.id)
  const { data = video } = useQuery(videoQuery(video.id, video.unlistedKey))
  const isPlayable = Boolean(data?.sources?.length)
  const isReplaced = endsOn(pathname) && pathname !== `/video/${video.id}`
  const isOver = !isPlayable || isReplaced

  useLayoutEffect(() => {
    // By now it may be on the page that it returned to, or on another video's.
    const isLeft = viewer.current !== undefined && viewer.current !== user?.id
    viewer.current = user?.id
    keep((shown) => {
      if (!isMini(shown)) return shown
      return isOver || isLeft || !data ? null : cloneElement(shown, { video: data })
    })
  }, [keep, isOver, user?.id, data])

  useLayoutEffect(
    // Rendered at once: callers of endMini() rely on the position being kept when it returns.
    () => letMiniEnd(() => flushSync(() => keep((shown) => (isMini(shown) ? null : shown)))),
    [keep],
  )

  return () => keep(() => null)
}

function isMini(shown: ReactElement<object> | null): shown is ReactElement<PlaybackProps> {
  return shown !== null && 'isMini' in shown.props && shown.props.isMini === true
}

/** Other videos' pages play their own, and pages of work have their buttons where the mini player would be. */
function endsOn(pathname: string): boolean {
  return /^\/(video\/|upload-video|my-videos|edit-video\/|admin)/.test(pathname)
}
