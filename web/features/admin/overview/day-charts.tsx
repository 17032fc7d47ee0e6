import { useId } from 'react'
import type { Overview } from '../../../../contract/schemas/site/overview'
import { viewsPerAddress, viewWindow } from '../../../../contract/values/shared/limits'
import { formatMoney } from '../../../../contract/values/shared/money'
import { formatCount } from '../../../lib/format-count'
import { DayChart, type DayValue } from '../../../ui/charts/day-chart'

type Day = Overview['days'][number]

/** Shows the last days in charts. */
export function DayCharts({ days }: Pick<Overview, 'days'>) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="font-bold text-section">
        The last {days.length} days
      </h2>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <DayChart title="Sign-ups" values={valuesOf(days, ({ signups }) => signups)} format={formatCount} />
        <DayChart title="Uploads" values={valuesOf(days, ({ uploads }) => uploads)} format={formatCount} />
        <DayChart
          title="Plays"
          note={`A viewer counts once per video in ${viewWindow / 60} minutes. A viewer is an account or a network address, and one address counts at most ${viewsPerAddress} times an hour per video.`}
          values={valuesOf(days, ({ plays }) => plays)}
          format={formatCount}
        />
        <DayChart
          title="Premium members"
          isStock
          values={valuesOf(days, ({ premium }) => premium)}
          format={formatCount}
        />
        {currenciesOf(days).map((currency) => (
          <DayChart
            key={currency}
            title={`Revenue in ${currency}`}
            note="Charges minus refunds, by day. Crypto is not included."
            values={valuesOf(
              days,
              ({ charged, refunded }) => (charged[currency] ?? 0) - (refunded[currency] ?? 0),
            )}
            format={(minor) => formatMoney(minor, currency)}
          />
        ))}
      </div>
    </section>
  )
}

function valuesOf(days: readonly Day[], read: (day: Day) => number | null): DayValue[] {
  return days.map((day) => ({ day: day.day, value: read(day) }))
}

/** Returns the currencies in which money moved, or else the price book's first. */
function currenciesOf(days: readonly Day[]): string[] {
  const moved = days.flatMap(({ charged, refunded }) => [...Object.keys(charged), ...Object.keys(refunded)])
  return moved.length > 0 ? [...new Set(moved)].sort().reverse() : ['USD']
}
