import clsx from 'clsx'
import { CreditCard } from 'lucide-react'
import { useId, useState } from 'react'
import {
  type Currency,
  currencies,
  type Plan,
  plans,
  prices,
  yearlySaving,
} from '../../../contract/values/prices'
import { formatMoney } from '../../lib/format'
import { Badge } from '../../ui/badge'
import { FeatureList } from './feature-list'

const planNames: Record<Plan, { name: string; unit: string }> = {
  monthly: { name: 'Monthly', unit: 'month' },
  yearly: { name: 'Yearly', unit: 'year' },
}

export interface SubscribeWidgetProps {
  /** Left out where the list stands beside the widget already. */
  features?: boolean
}

export function SubscribeWidget({ features = true }: SubscribeWidgetProps) {
  const [currency, setCurrency] = useState<Currency>('USD')
  const [plan, setPlan] = useState<Plan>('yearly')
  const group = useId()
  return (
    <div className="grid gap-4 rounded-panel border border-line bg-bg p-4 sm:p-5">
      <fieldset className="grid grid-cols-2 gap-1 rounded-full bg-surface-2 p-1">
        <legend className="sr-only">Currency</legend>
        {currencies.map((each) => (
          <label
            key={each}
            className="grid h-10 cursor-pointer place-items-center rounded-full font-bold text-dim text-meta outline-offset-2 outline-accent transition-colors hover:text-text has-checked:bg-bg has-checked:text-text has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name={`${group}-currency`}
              className="sr-only"
              checked={currency === each}
              onChange={() => setCurrency(each)}
            />
            {each}
          </label>
        ))}
      </fieldset>
      <fieldset className="grid gap-2">
        <legend className="sr-only">Plan</legend>
        {plans.toReversed().map((each) => (
          <label
            key={each}
            className={clsx(
              'flex min-h-14 cursor-pointer items-center gap-3 rounded-card border border-line px-4 py-2 outline-offset-2 outline-accent transition-colors',
              'hover:bg-surface-1 has-checked:border-gold has-checked:bg-gold/8 has-focus-visible:outline-2',
            )}
          >
            <input
              type="radio"
              name={`${group}-plan`}
              className="peer sr-only"
              checked={plan === each}
              onChange={() => setPlan(each)}
            />
            <span
              aria-hidden="true"
              className="size-4 rounded-full border-2 border-faint peer-checked:border-[5px] peer-checked:border-gold"
            />
            <span className="font-bold">{planNames[each].name}</span>
            {each === 'yearly' ? <Badge tone="gold">SAVE {yearlySaving(currency)}%</Badge> : null}
            <span className="ml-auto text-right font-bold tabular-nums">
              {formatMoney(prices[currency][each], currency)}
              <span className="font-normal text-faint text-meta max-sm:block"> /{planNames[each].unit}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {features ? <FeatureList className="grid gap-2.5 px-1 py-1" /> : null}
      <div className="flex gap-3 rounded-card bg-surface-1 px-4 py-3 text-dim text-meta">
        <CreditCard aria-hidden="true" className="mt-px size-[18px] shrink-0 text-faint" />
        <p>Payments aren't available on this site yet. Nothing can be bought, and nothing is charged.</p>
      </div>
    </div>
  )
}
