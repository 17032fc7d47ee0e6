import { useId } from 'react'
import type { Overview } from '#contract/schemas/site/overview'
import { formatSum, isCoin } from '#contract/values/payments/amounts'
import { coins } from '#contract/values/payments/payments'
import { viewsPerAddress, viewWindow } from '#contract/values/shared/limits'
import { formatCount } from '#web/lib/format-count'
import { DayChart, type DayValue } from '#web/ui/charts/day-chart.tsx'

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
            note={
              isCoin(currency)
                ? 'What arrived at your address, by day. Refunds in crypto are not counted.'
                : 'Charges minus refunds and chargebacks, by day.'
            }
            values={valuesOf(
              days,
              ({ charged, refunded }) => (charged[currency] ?? 0) - (refunded[currency] ?? 0),
            )}
            format={(sum) => formatSum(sum, currency)}
          />
        ))}
      </div>
    </section>
  )
}

function valuesOf(days: readonly Day[], read: (day: Day) => number | null): DayValue[] {
  return days.map((day) => ({ day: day.day, value: read(day) }))
}

/** Returns the currencies in which money moved, coins last, or else the price book's first. */
function currenciesOf(days: readonly Day[]): string[] {
  const moved = new Set(
    days.flatMap(({ charged, refunded }) => [...Object.keys(charged), ...Object.keys(refunded)]),
  )
  if (moved.size === 0) return ['USD']
  const money = [...moved].filter((currency) => !isCoin(currency)).sort()
  return [...money.reverse(), ...coins.filter((coin) => moved.has(coin))]
}
