import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Location } from 'react-router'
import type { Video } from '#contract/schemas/videos/video'
import { watchedBefore } from '#web/entities/video/playback/watch-chain'
import { videoQuery } from '#web/entities/video/video-queries'
import { writeAgeMark } from '#web/entities/viewer/age-mark'
import { lazyExtra } from '#web/lib/lazy-part'
import { playerId } from '#web/lib/navigation/paths'
import { videoRequest } from '#web/lib/video-request'
import { Player } from '#web/player/ui/player.tsx'
import { playerHost } from './player-host'
import { sendView } from './record/send-view'
import { viewSource } from './record/view-source'
import { useStart } from './start/use-start'
import type { SavePoster } from './use-player-actions'
import { useTheatre } from './use-theatre'

const WatchExtras = lazyExtra(() => import('../watch-extras'), 'WatchExtras')

/** Milliseconds that an answer is trusted: the player reports the same failure on each of its retries. */
const answerHoldsMs = 5000

export interface PlaybackProps {
  video: Video
  /** The page that it was opened at, which isn't the current one in the mini player. */
  place: Location
  isMini?: boolean
  savePoster: SavePoster
}

/** Renders the player for a video that the viewer may play, wherever its host is. */
export function Playback({ video, place, isMini = false, savePoster }: PlaybackProps) {
  const queryClient = useQueryClient()
  const start = useStart(video, place.search)
  const theatre = useTheatre()
  const asked = useRef<{ at: number; answer: Promise<void> } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies(video.id): each video is come to from a page of its own
  const from = useMemo(viewSource, [video.id])

  /**
   * Refetches the video's address, which expires after a day or two, or when the video changes or is removed.
   * The player's next retry uses the new one. A later failure of the same address asks again: the first may
   * have been the connection's.
   */
  function renewAddress(): Promise<void> {
    const now = performance.now()
    if (!asked.current || now - asked.current.at >= answerHoldsMs) {
      asked.current = { at: now, answer: queryClient.invalidateQueries(videoQuery(video.id)) }
    }
    return asked.current.answer
  }

  return createPortal(
    <section
      aria-label={isMini ? 'Mini player' : undefined}
      className={isMini ? 'mini-player' : 'max-sm:-mx-4 [&>[role=group]:not([data-fullscreen])]:max-h-stage'}
    >
      <Player
        id={isMini ? undefined : playerId}
        source={{ id: String(video.id), files: video.sources ?? [] }}
        poster={video.thumbnailUrl ?? undefined}
        title={video.title}
        storyboard={video.storyboard}
        captions={video.captions}
        startAt={start.startAt}
        window={start.window}
        // Arriving by the player's own step continues playback.
        autoPlay={watchedBefore(place.state).length > 0}
        onWatched={() => sendView(videoRequest(video.id, video.unlistedKey), from)}
        onTrouble={renewAddress}
        onConfirmAge={writeAgeMark}
        isMini={isMini}
        theatre={theatre}
        pageHotkeys={!isMini}
      >
        <WatchExtras video={video} place={place} isMini={isMini} start={start} savePoster={savePoster} />
      </Player>
    </section>,
    playerHost,
  )
}
