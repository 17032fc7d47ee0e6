import { useMemo } from 'react'
import type { Source, Video } from '#contract/schemas/videos/video'
import { Player } from '#web/player/ui/player.tsx'

/**
 * Plays one file of a video in the site's own player. Another file of the same video continues at the same
 * second.
 */
export function ReviewPlayer({ video, source }: { video: Video; source: Source }) {
  const played = useMemo(() => ({ id: String(video.id), files: [source] }), [video.id, source])
  return (
    <Player
      source={played}
      poster={video.thumbnailUrl ?? undefined}
      title={video.title}
      // Watching for review doesn't count as a view.
      onWatched={() => undefined}
    />
  )
}
