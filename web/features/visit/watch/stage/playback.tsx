import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocation } from 'react-router'
import type { Source, Video } from '../../../../../contract/schemas/videos/videos'
import { videoQuery } from '../../../../entities/video/video-queries'
import { call, client } from '../../../../lib/api'
import { lazyExtra } from '../../../../lib/lazy-extra'
import { Player } from '../../../../player/ui/player'
import type { SavePoster } from './use-player-actions'
import { useStart } from './use-start'
import { watchedBefore } from './watch-chain'

const WatchExtras = lazyExtra(() => import('../watch-extras'), 'WatchExtras')

/** What was answered is taken for true for so long: the player tells of the same trouble with each of its tries. */
const answerHoldsMs = 5000

export interface PlaybackProps {
  video: Video
  sources: readonly Source[]
  savePoster: SavePoster
}

/** The player on a video that the viewer may play. */
export function Playback({ video, sources, savePoster }: PlaybackProps) {
  const queryClient = useQueryClient()
  const start = useStart(video)
  const { state } = useLocation()
  const askedAt = useRef<number | null>(null)

  /**
   * An address is good for a day or two, or until the video changes or is taken away. The player's next try takes the
   * one that comes. Asked anew at a later trouble with the same address: the first may have been the line's.
   */
  function renewAddress() {
    const now = performance.now()
    if (askedAt.current !== null && now - askedAt.current < answerHoldsMs) return
    askedAt.current = now
    void queryClient.invalidateQueries(videoQuery(video.id))
  }

  return (
    <div className="max-sm:-mx-4">
      <Player
        source={{ id: String(video.id), files: sources }}
        poster={video.thumbnailUrl ?? undefined}
        title={video.title}
        storyboard={video.storyboard}
        captions={video.captions}
        startAt={start.startAt}
        window={start.window}
        // Somebody who came by the player's own step watches on.
        autoPlay={watchedBefore(state).length > 0}
        onWatched={() => countView(video.id)}
        onTrouble={renewAddress}
        pageHotkeys
      >
        <WatchExtras video={video} start={start} savePoster={savePoster} />
      </Player>
    </div>
  )
}

/** A view that can't be counted is no reason to disturb who is watching. */
function countView(id: number): void {
  const request = client.api.videos[':id'].view.$post(
    { param: { id: String(id) } },
    // Also when the page is being left, at the end of a short video.
    { init: { keepalive: true } },
  )
  call(request).catch(() => undefined)
}
