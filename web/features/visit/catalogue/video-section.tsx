import { useQuery } from '@tanstack/react-query'
import { counts } from '#contract/values/shared/limits'
import type { VideosQuery } from '#contract/values/videos/video-lists'
import { videosQuery } from '#web/entities/video/video-queries'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { HomeSection } from './home-section'
import { VideoGrid } from './video-grid'

export interface VideoSectionProps {
  title: string
  query: VideosQuery
  /** Target of 'View All'. */
  allPath: string
}

/** Renders a row of the home page. */
export function VideoSection({ title, query, allPath }: VideoSectionProps) {
  const { data, error, refetch } = useQuery(videosQuery(query))
  return (
    <HomeSection title={title} allPath={allPath}>
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} />
      ) : data?.items.length === 0 ? (
        <p className="rounded-card border border-line px-5 py-8 text-center text-dim">No videos here yet.</p>
      ) : (
        <VideoGrid videos={data?.items} skeletons={counts.section} label={title} row />
      )}
    </HomeSection>
  )
}
