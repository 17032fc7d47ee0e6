import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { counts } from '../../../contract/values/limits'
import type { VideosQuery } from '../../../contract/values/video-lists'
import { videosQuery } from '../../lib/queries/videos'
import { LoadError } from '../../ui/load-error'
import { VideoGrid } from './video-grid'

export interface VideoSectionProps {
  title: string
  query: VideosQuery
  /** Where 'View All' leads. */
  allPath: string
}

/** A row of the home page. */
export function VideoSection({ title, query, allPath }: VideoSectionProps) {
  const id = useId()
  const { data, error, refetch } = useQuery(videosQuery(query))
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id={id} className="font-bold text-section">
          {title}
        </h2>
        <Link
          to={allPath}
          aria-label={`View All: ${title}`}
          className="flex h-10 items-center gap-1 rounded-nav text-dim hover:text-text"
        >
          View All
          <ChevronRight aria-hidden="true" className="size-4" />
        </Link>
      </div>
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} />
      ) : data?.items.length === 0 ? (
        <p className="rounded-card border border-line px-5 py-8 text-center text-dim">No videos here yet.</p>
      ) : (
        <VideoGrid videos={data?.items} skeletons={counts.section} label={title} row />
      )}
    </section>
  )
}
