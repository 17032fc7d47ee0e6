import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useId } from 'react'
import { type Currency, monthOfYear, type Plan, plans, yearlySaving } from '#contract/values/payments/prices'
import { formatMoney } from '#contract/values/shared/money'
import { settingsQuery } from '#web/entities/settings/settings-query'
import { Badge } from '#web/ui/badge.tsx'

const planWords: Record<Plan, { name: string; unit: string }> = {
  monthly: { name: 'Monthly', unit: 'month' },
  yearly: { name: 'Yearly', unit: 'year' },
}

export interface PlanChoiceProps {
  /** Asks for the plan of a payment already made, which has its currency. */
  paid?: boolean
  /** Currencies to choose from. */
  currencies: readonly Currency[]
  currency: Currency
  plan: Plan
  /** False where a year doesn't save as much as the badge says. */
  badge: boolean
  onChange: (choice: { currency: Currency; plan: Plan }) => void
}

export function PlanChoice({ paid = false, currencies, currency, plan, badge, onChange }: PlanChoiceProps) {
  const group = useId()
  const price = useQuery(settingsQuery).data?.prices[currency]
  const saving = price ? yearlySaving(price) : 0
  return (
    <>
      {paid ? null : (
        <fieldset className="grid auto-cols-fr grid-flow-col gap-1 rounded-full bg-surface-2 p-1">
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
                onChange={() => onChange({ currency: each, plan })}
              />
              {each}
            </label>
          ))}
        </fieldset>
      )}
      <fieldset className="grid gap-2">
        {paid ? (
          <legend className="mb-2 font-bold">Which plan did you pay for?</legend>
        ) : (
          <legend className="sr-only">Plan</legend>
        )}
        {plans.toReversed().map((each) => (
          <label
            key={each}
            className={clsx(
              'flex min-h-14 cursor-pointer flex-wrap items-center gap-x-3 rounded-card border border-line px-4 py-2 outline-offset-2 outline-accent transition-colors',
              'hover:bg-surface-1 has-checked:border-gold has-checked:bg-gold/8 has-focus-visible:outline-2',
            )}
          >
            <input
              type="radio"
              name={`${group}-plan`}
              className="peer sr-only"
              checked={plan === each}
              onChange={() => onChange({ currency, plan: each })}
            />
            <span
              aria-hidden="true"
              className="size-4 rounded-full border-2 border-faint peer-checked:border-[5px] peer-checked:border-gold"
            />
            <span className="font-bold">{planWords[each].name}</span>
            {each === 'yearly' && badge && saving > 0 ? <Badge tone="gold">SAVE {saving}%</Badge> : null}
            {price ? (
              <span className="ml-auto text-right font-bold tabular-nums">
                {formatMoney(price[each], currency)}
                <span className="font-normal text-faint text-meta max-sm:block">
                  {' '}
                  /{planWords[each].unit}
                </span>
              </span>
            ) : null}
            {each === 'yearly' && price ? (
              <span className="basis-full pl-7 text-faint text-meta tabular-nums">
                {monthlyShare(price, currency)}
              </span>
            ) : null}
          </label>
        ))}
      </fieldset>
    </>
  )
}

function monthlyShare(price: Record<Plan, number>, currency: Currency): string {
  const { amount, isExact } = monthOfYear(price)
  return `${isExact ? '' : 'about '}${formatMoney(amount, currency)} a month`
}
