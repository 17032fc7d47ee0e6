import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { reportReasons } from '#contract/values/moderation/reasons'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { adminParams, adminTab } from '#web/lib/navigation/admin-paths'
import { readId } from '#web/lib/navigation/paths'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { OneCase } from '../one-case'
import { type ReportFilter, reportQuery, reportsQuery } from '../queries'
import { ReportCard } from './card'
import { ReportFilters } from './filters'
import { groupReports, type ReportDecided, type ReportGroup } from './group'

const ReportDecision = lazyDialog(() => import('./decision'), 'ReportDecision')
const NetworkDismissal = lazyDialog(() => import('./network-dismissal'), 'NetworkDismissal')

interface Deciding {
  open: ReportGroup
  decision: ReportDecided
}

/** Renders the dialog of a decision. */
function Decision({ open, decision, onClose }: Deciding & { onClose: () => void }) {
  return decision === 'dismiss-network' ? (
    <NetworkDismissal report={open[0]} onClose={onClose} />
  ) : (
    <ReportDecision open={open} decision={decision} onClose={onClose} />
  )
}

/** Renders the Reports tab: reports grouped by video, or the one report in the URL. */
export function ReportsPanel() {
  const [params] = useSearchParams()
  const reportId = readId(params.get('report'))
  return reportId === null ? <ReportList /> : <OneReport key={reportId} id={reportId} />
}

function OneReport({ id }: { id: number }) {
  const query = useQuery(reportQuery(id))
  const navigate = useNavigate()
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const region = useRef<HTMLDivElement>(null)
  const rememberOpener = useFocusAfter(deciding !== null, region)
  return (
    <OneCase name={`Report ${id}`} query={query} all={{ to: adminTab('reports'), label: 'All reports' }}>
      {(report) => (
        <div ref={region} tabIndex={-1} className="max-w-2xl">
          <ReportCard
            group={[report]}
            onDecide={(open, decision) => {
              rememberOpener()
              setDeciding({ open, decision })
            }}
            hasGaps
            onAll={() =>
              navigate(
                adminTab('reports', {
                  ...(report.status !== 'open' && { status: 'decided' }),
                  video: String(report.videoId),
                }),
              )
            }
          />
          {deciding ? (
            <Suspense>
              <Decision {...deciding} onClose={() => setDeciding(null)} />
            </Suspense>
          ) : null}
        </div>
      )}
    </OneCase>
  )
}

/** The filters are in the address. */
function ReportList() {
  const [params, setParams] = useSearchParams()
  const filter = readFilter(params)
  const query = useInfiniteQuery(reportsQuery(filter))
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const region = useRef<HTMLElement>(null)
  const rememberOpener = useFocusAfter(deciding !== null, region)

  function look(change: Partial<ReportFilter>) {
    const { status, reason, videoId } = { ...filter, ...change }
    const shown = {
      ...(status === 'decided' && { status }),
      ...(reason && { reason }),
      ...(videoId && { video: String(videoId) }),
    }
    setParams(adminParams('reports', shown))
  }

  /** Called by a button that its own action removes. */
  function lookFrom(change: Partial<ReportFilter>) {
    look(change)
    region.current?.focus()
  }

  return (
    <section ref={region} tabIndex={-1} aria-label="Reports" className="grid gap-5">
      <ReportFilters filter={filter} onChange={look} onAllVideos={() => lookFrom({ videoId: null })} />
      <PagedList
        query={query}
        skeleton={<CardSkeletons label="Loading reports" className="h-56" />}
        empty={<NoReports filter={filter} />}
      >
        {(reports) => (
          <ul className="grid gap-4 xl:grid-cols-2">
            {groupReports(reports).map((group) => (
              <li key={group[0].videoId}>
                <ReportCard
                  group={group}
                  onDecide={(open, decision) => {
                    rememberOpener()
                    setDeciding({ open, decision })
                  }}
                  // The unfiltered list is in order of arrival, so no earlier report is missing.
                  hasGaps={filter.reason !== null || filter.videoId !== null}
                  onAll={
                    filter.videoId === null
                      ? () => lookFrom({ videoId: group[0].videoId, reason: null })
                      : null
                  }
                />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <Suspense>{deciding ? <Decision {...deciding} onClose={() => setDeciding(null)} /> : null}</Suspense>
    </section>
  )
}

function NoReports({ filter: { status, reason, videoId } }: { filter: ReportFilter }) {
  const isNarrow = reason !== null || videoId !== null
  if (status === 'decided') {
    return <EmptyState icon={<Flag />} title={isNarrow ? 'No matching reports' : 'Nothing decided yet'} />
  }
  return (
    <EmptyState
      icon={<Flag />}
      title={isNarrow ? 'No matching reports' : 'No open reports'}
      text="Reports from viewers will appear here. Videos that may show a minor, or someone without their consent, are hidden right away."
    />
  )
}

function readFilter(params: URLSearchParams): ReportFilter {
  return {
    status: params.get('status') === 'decided' ? 'decided' : 'open',
    reason: reportReasons.find((reason) => reason === params.get('reason')) ?? null,
    videoId: readId(params.get('video')),
  }
}
