import { useInfiniteQuery } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { takeFocus } from '#web/lib/dom/take-focus'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { ViewLinks } from '#web/ui/view-links.tsx'
import { JobCard } from './job-card'
import { jobsQuery } from './queries'

const views = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
] as const

/** Renders the Jobs tab: messages that failed on every retry. */
export function JobsPanel() {
  const [params] = useSearchParams()
  const status = views.find(({ value }) => value === params.get('view'))?.value ?? 'open'
  const query = useInfiniteQuery(jobsQuery(status))
  const region = useRef<HTMLElement>(null)

  return (
    <section ref={region} tabIndex={-1} aria-label="Jobs" className="grid gap-5">
      <ViewLinks
        label="Jobs by state"
        value={status}
        links={views.map(({ value, label }) => ({ value, label, to: adminTab('jobs', { view: value }) }))}
      />
      <PagedList
        query={query}
        skeleton={<CardSkeletons label="Loading jobs" className="h-40" />}
        empty={
          <EmptyState
            icon={<CheckCheck />}
            title={status === 'open' ? 'No failed jobs' : 'No resolved jobs'}
            text={
              status === 'open'
                ? 'Background jobs that fail every attempt will appear here.'
                : 'Retried and dismissed jobs will appear here.'
            }
          />
        }
      >
        {(jobs) => (
          <ul className="grid gap-3">
            {jobs.map((job) => (
              <li key={job.id}>
                <JobCard job={job} onGone={(pressed) => takeFocus(region.current, pressed)} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}
