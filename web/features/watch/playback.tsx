import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Source, Video } from '../../../contract/schemas/videos'
import { call, client } from '../../lib/api'
import { videoQuery } from '../../lib/queries/videos'
import { Player } from '../../player/ui/player'

const mimeTypes: Record<Source['type'], string> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  hls: 'application/vnd.apple.mpegurl',
}

/** The player on a video that the viewer may play. */
export function Playback({ video, source }: { video: Video; source: Source }) {
  const queryClient = useQueryClient()
  const refusedUrl = useRef<string | null>(null)

  /** An address is good for a day or two, or until the video changes. The player's next try takes the one that comes. */
  function renewAddress() {
    if (refusedUrl.current === source.url) return
    refusedUrl.current = source.url
    void queryClient.invalidateQueries(videoQuery(video.id))
  }

  return (
    <div className="max-sm:-mx-4" onErrorCapture={renewAddress}>
      <Player
        source={{ id: String(video.id), url: source.url, type: mimeTypes[source.type] }}
        poster={video.thumbnailUrl ?? undefined}
        title={video.title}
        onWatched={() => countView(video.id)}
        pageHotkeys
      />
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
