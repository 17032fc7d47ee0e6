import { useSearchParams } from 'react-router'
import { type StatisticsDays, statisticsDays } from '#contract/values/videos/statistics'
import { ViewLinks } from '#web/ui/view-links.tsx'

/** Reads the period from the address. */
export function usePeriod(): StatisticsDays {
  const [params] = useSearchParams()
  return statisticsDays.find((days) => String(days) === params.get('days')) ?? 28
}

export function PeriodLinks({ value }: { value: StatisticsDays }) {
  return (
    <ViewLinks
      label="Period"
      links={statisticsDays.map((days) => ({
        value: String(days),
        label: `${days} days`,
        to: `?days=${days}`,
      }))}
      value={String(value)}
    />
  )
}

export function PeriodHeading({ days }: { days: StatisticsDays }) {
  return <h2 className="font-bold text-section">The last {days} days</h2>
}
