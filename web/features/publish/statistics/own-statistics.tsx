import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { usePageTitle } from '../../../entities/settings/use-page-title'
import { paths } from '../../../lib/paths'
import { Button } from '../../../ui/button'
import { LoadError } from '../../../ui/feedback/load-error'
import { PageSpinner } from '../../../ui/feedback/page-spinner'
import { TextLink } from '../../../ui/text-link'
import { saveOwnCsv } from './csv'
import { PeriodHeading, PeriodLinks, usePeriod } from './period-links'
import { ownStatisticsQuery } from './queries'
import { ReactionCharts } from './reaction-charts'

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
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <ReactionCharts days={data.days} />
          </div>
        </>
      ) : (
        <PageSpinner />
      )}
    </div>
  )
}
