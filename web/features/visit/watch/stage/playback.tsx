import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocation } from 'react-router'
import type { Source, Video } from '../../../../../contract/schemas/videos/videos'
import { videoQuery } from '../../../../entities/video/video-queries'
import { lazyExtra } from '../../../../lib/lazy-part'
import { videoRequest } from '../../../../lib/video-request'
import { Player } from '../../../../player/ui/player'
import { sendView } from './send-view'
import type { SavePoster } from './use-player-actions'
import { useStart } from './use-start'
import { viewSource } from './view-source'
import { watchedBefore } from './watch-chain'

const WatchExtras = lazyExtra(() => import('../watch-extras'), 'WatchExtras')

/** Milliseconds that an answer is trusted: the player reports the same failure on each of its retries. */
const answerHoldsMs = 5000

export interface PlaybackProps {
  video: Video
  sources: readonly Source[]
  savePoster: SavePoster
}

/** Renders the player for a video that the viewer may play. */
export function Playback({ video, sources, savePoster }: PlaybackProps) {
  const queryClient = useQueryClient()
  const start = useStart(video)
  const { state } = useLocation()
  const askedAt = useRef<number | null>(null)

  /**
   * Refetches the video's address, which expires after a day or two, or when the video changes or is removed.
   * The player's next retry uses the new one. A later failure of the same address asks again: the first may
   * have been the connection's.
   */
  function renewAddress() {
    const now = performance.now()
    if (askedAt.current !== null && now - askedAt.current < answerHoldsMs) return
    askedAt.current = now
    void queryClient.invalidateQueries(videoQuery(video.id))
  }

  return (
    <div className="max-sm:-mx-4 [&>[role=group]:not([data-fullscreen])]:max-h-stage">
      <Player
        source={{ id: String(video.id), files: sources }}
        poster={video.thumbnailUrl ?? undefined}
        title={video.title}
        storyboard={video.storyboard}
        captions={video.captions}
        startAt={start.startAt}
        window={start.window}
        // Arriving by the player's own step continues playback.
        autoPlay={watchedBefore(state).length > 0}
        onWatched={() => sendView(videoRequest(video.id, video.unlistedKey), viewSource())}
        onTrouble={renewAddress}
        pageHotkeys
      >
        <WatchExtras video={video} start={start} savePoster={savePoster} />
      </Player>
    </div>
  )
}
