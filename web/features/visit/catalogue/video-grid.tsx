import type { Video } from '#contract/schemas/videos/video'
import { useFirstScreen } from '#web/lib/first-screen/use-first-screen'
import { VideoCard } from './video-card'
import { VideoCardSkeleton } from './video-card-skeleton'

/** On the first screen of a large window. */
const firstCards = 15

export interface VideoGridProps {
  videos: readonly Video[] | undefined
  /** Placeholders shown while `videos` is undefined. */
  skeletons: number
  /** Names the list for screen readers. */
  label: string
  /** Level of the titles. */
  level?: 2 | 3
  /** Names each video's uploader. */
  named?: boolean | undefined
  /** One row of five, as on the home page, instead of a grid. */
  row?: boolean
}

export function VideoGrid({ videos: all, skeletons, label, level = 3, named, row = false }: VideoGridProps) {
  const videos = useFirstScreen() ? all?.slice(0, firstCards) : all
  return (
    <ul aria-label={label} aria-busy={videos ? undefined : true} className={row ? 'card-row' : 'card-grid'}>
      {videos
        ? videos.map((video, index) => (
            <li key={video.id}>
              <VideoCard video={video} level={level} wide={row && index === 0} named={named} />
            </li>
          ))
        : Array.from({ length: skeletons }, (_, index) => (
            // Never a key that a video could have, or React would move the element instead of replacing it.
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
            <li key={`skeleton-${index}`}>
              <VideoCardSkeleton />
            </li>
          ))}
    </ul>
  )
}
