import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { OwnVideoNotFound } from '#web/entities/video/own-video-not-found.tsx'
import { ApiError } from '#web/lib/api-error'
import { paths } from '#web/lib/navigation/paths'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { PageSpinner } from '#web/ui/feedback/page-spinner.tsx'
import { TextLink } from '#web/ui/text/link.tsx'
import { saveVideoCsv } from './csv'
import { CurveChart } from './curve-chart'
import { GroupCard } from './group-card'
import { divisions, groupsNote } from './group-names'
import { PeriodHeading, PeriodLinks, usePeriod } from './period-links'
import { videoStatisticsQuery } from './queries'
import { ReactionCharts } from './reaction-charts'
import { salesNote, salesText } from './sales'
import { watchTimeText } from './watch-time'

/** Shows a video's statistics; null is an address that names none. */
export function VideoStatistics({ id }: { id: number | null }) {
  const days = usePeriod()
  const { data, error, refetch } = useQuery({ ...videoStatisticsQuery(id ?? 0, days), enabled: id !== null })
  usePageTitle('Statistics')
  if (id === null || (error instanceof ApiError && error.status === 404))
    return <OwnVideoNotFound text="The video doesn't exist or has been removed." />
  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  return (
    <div className="page grid gap-4 pt-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0">
          <h1 className="font-bold text-title">Statistics</h1>
          {data ? (
            <p className="wrap-anywhere text-dim">
              <TextLink to={paths.video(id)}>{data.title}</TextLink>
            </p>
          ) : null}
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={paths.statistics}>All videos</ButtonLink>
          <Button disabled={!data} onClick={() => data && saveVideoCsv(data)}>
            <Download aria-hidden="true" className="size-4.5" />
            Save as CSV
          </Button>
        </div>
      </div>
      <PeriodLinks value={days} />
      {data ? (
        <>
          <PeriodHeading days={days} />
          <p className="text-dim">
            {[watchTimeText(data.watchSeconds), `Premium sales: ${salesText(data.sales)}.`]
              .filter((text) => text !== null)
              .join(' ')}
          </p>
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <ReactionCharts days={data.days} />
            <CurveChart curve={data.curve} duration={data.duration ?? 0} />
          </div>
          <div className="grid items-start gap-4 lg:grid-cols-3">
            {divisions.map(({ name, title, nameOf }) => (
              <GroupCard key={name} title={title} groups={data[name]} nameOf={nameOf} />
            ))}
          </div>
          <p className="text-faint text-meta">
            {groupsNote} {salesNote}
          </p>
        </>
      ) : (
        <PageSpinner />
      )}
    </div>
  )
}
