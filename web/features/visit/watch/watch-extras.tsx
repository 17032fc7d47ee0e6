import { useEffect } from 'react'
import type { Location } from 'react-router'
import type { Video } from '#contract/schemas/videos/video'
import { usePlayback } from '#web/player/ui/player-context'
import { useSurface } from '#web/player/ui/player-surface'
import { MiniPlayer } from './mini/mini-player'
import { useStay } from './mini/use-mini-player'
import { useNextVideo } from './next/next-video'
import { UpNext } from './next/up-next'
import { usePlaceKeeper } from './stage/record/use-place-keeper'
import { useWatchedParts } from './stage/record/use-watched-parts'
import { ResumeNote } from './stage/start/resume-note'
import { SelectionChip } from './stage/start/selection-chip'
import { useJump } from './stage/start/use-jump'
import type { Start } from './stage/start/use-start'
import { usePlayFrom } from './stage/use-play-from'
import { type SavePoster, usePlayerActions } from './stage/use-player-actions'

interface WatchExtrasProps {
  video: Video
  /** The page that it was opened at. */
  place: Location
  isMini: boolean
  start: Start
  savePoster: SavePoster
}

/** Renders the page's additions to the player. Loaded on demand: the first frame doesn't wait for it. */
export function WatchExtras({ video, place, isMini, start, savePoster }: WatchExtrasProps) {
  const { autoplayNext, setNext } = useSurface()
  const ended = usePlayback((state) => state.ended && !state.loop && state.window === null)
  const { next, play } = useNextVideo(video, place)
  const dialog = usePlayerActions(video, savePoster)
  usePlaceKeeper(video)
  useWatchedParts(video, video.unlistedKey)
  usePlayFrom(video.id)
  useJump(start)
  useStay()

  useEffect(() => {
    setNext(play)
    return () => setNext(null)
  }, [setNext, play])

  return (
    <>
      {isMini ? <MiniPlayer video={video} place={place} /> : null}
      {/* Hidden, since a note that has been read doesn't come back with the page. */}
      <div className={isMini ? 'hidden' : 'contents'}>
        {start.resumed ? <ResumeNote second={start.startAt} /> : null}
        <SelectionChip />
      </div>
      {ended && autoplayNext && next && !isMini ? <UpNext key={next.id} video={next} /> : null}
      {dialog}
    </>
  )
}
