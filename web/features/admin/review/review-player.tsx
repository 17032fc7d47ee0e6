import { useMemo } from 'react'
import type { Source, Video } from '../../../../contract/schemas/videos/videos'
import { Player } from '../../../player/ui/player'

/** The site's own player on one file of a video. Another file of the same video goes on at the same second. */
export function ReviewPlayer({ video, source }: { video: Video; source: Source }) {
  const played = useMemo(() => ({ id: String(video.id), files: [source] }), [video.id, source])
  return (
    <Player
      source={played}
      poster={video.thumbnailUrl ?? undefined}
      title={video.title}
      // A look in the course of review is no view.
      onWatched={() => undefined}
    />
  )
}
