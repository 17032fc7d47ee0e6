import { useQuery } from '@tanstack/react-query'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Checklist } from './checklist'
import { DayCharts } from './day-charts'
import { FieldPanel } from './field-panel'
import { overviewQuery } from './queries'
import { Totals } from './totals'
import { WaitingList } from './waiting-list'

/** Renders the Overview tab: pending work, the site's numbers and speed, and missing setup. */
export function OverviewPanel() {
  const { data: overview, error, refetch } = useQuery(overviewQuery)
  if (error && !overview) return <LoadError error={error} onRetry={refetch} />
  if (!overview) return <CardSkeletons label="Loading the overview" className="h-64" />
  return (
    <div className="grid gap-10">
      <WaitingList {...overview} />
      <Checklist items={overview.checklist} />
      <Totals totals={overview.totals} />
      <DayCharts days={overview.days} />
      <FieldPanel />
    </div>
  )
}
