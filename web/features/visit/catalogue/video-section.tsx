import { useQuery } from '@tanstack/react-query'
import { counts } from '#contract/values/shared/limits'
import type { VideosQuery } from '#contract/values/videos/video-lists'
import { videosQuery } from '#web/entities/video/video-queries'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { HomeSection } from './home-section'
import { VideoGrid } from './video-grid'

export interface VideoSectionProps {
  title: string
  query: VideosQuery
  /** Target of 'View All'. */
  allPath: string
}

/** Renders a row of the home page. Without videos only administrators see it, who put it there. */
export function VideoSection({ title, query, allPath }: VideoSectionProps) {
  const { can } = useViewer()
  const { data, error, refetch } = useQuery(videosQuery(query))
  const isEmpty = data?.items.length === 0
  if (isEmpty && !can('site.administer')) return null
  return (
    <HomeSection title={title} allPath={isEmpty ? null : allPath}>
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} />
      ) : isEmpty ? (
        <p className="rounded-card border border-line px-5 py-8 text-center text-dim">
          No videos here yet. Visitors don't see this section.
        </p>
      ) : (
        <VideoGrid videos={data?.items} skeletons={counts.section} label={title} row />
      )}
    </HomeSection>
  )
}
