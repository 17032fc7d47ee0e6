import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { ownVideosCounted } from '#contract/values/videos/statistics'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { paths } from '#web/lib/navigation/paths'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { PageSpinner } from '#web/ui/feedback/page-spinner.tsx'
import { TextLink } from '#web/ui/text/link.tsx'
import { saveOwnCsv } from './csv'
import { GroupCard } from './group-card'
import { countryName, groupsNote } from './group-names'
import { PeriodHeading, PeriodLinks, usePeriod } from './period-links'
import { ownStatisticsQuery } from './queries'
import { ReactionCharts } from './reaction-charts'
import { salesNote } from './sales'
import { TopVideos } from './top-videos'
import { watchTimeText } from './watch-time'

/** Shows the statistics of all of the account's videos. */
export function OwnStatistics() {
  const days = usePeriod()
  const { data, error, refetch } = useQuery(ownStatisticsQuery(days))
  usePageTitle('Statistics')
  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  return (
    <div className="page grid gap-4 pt-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-bold text-title">Statistics</h1>
        <Button disabled={!data} onClick={() => data && saveOwnCsv(data)}>
          <Download aria-hidden="true" className="size-4.5" />
          Save as CSV
        </Button>
      </div>
      <p className="text-dim">
        All of your videos together, deleted ones included. New views appear after a few minutes. For one
        video, choose Statistics in <TextLink to={paths.myVideos}>My Videos</TextLink>.
      </p>
      <PeriodLinks value={days} />
      {data ? (
        <>
          <PeriodHeading days={days} />
          {data.watchSeconds === null ? null : <p className="text-dim">{watchTimeText(data.watchSeconds)}</p>}
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <ReactionCharts days={data.days} />
            <GroupCard title="Countries" groups={data.countries} nameOf={countryName} />
          </div>
          <TopVideos videos={data.videos} />
          <p className="text-faint text-meta">
            {data.more
              ? `Watch time, countries and most watched videos are of the ${ownVideosCounted} that have the most views.`
              : 'Watch time, countries and most watched videos leave out deleted ones.'}{' '}
            {groupsNote} {salesNote}
          </p>
        </>
      ) : (
        <PageSpinner />
      )}
    </div>
  )
}
