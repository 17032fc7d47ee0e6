import { useId } from 'react'
import { type Currency, currencies, type Plan, plans, yearlySaving } from '#contract/values/payments/prices'
import type { Form } from '#web/lib/form/use-form'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { checkPrices, readTypedPrices, typedPriceFault } from '../values/payments'
import type { SettingsValues } from '../values/settings'

const planNames: Record<Plan, string> = { monthly: 'Monthly', yearly: 'Yearly' }

/** Edits the price of each plan in each currency. */
export function PricesEditor({ form: { values, errors, set } }: { form: Form<SettingsValues> }) {
  const id = useId()
  const typed = values.prices

  function change(currency: Currency, plan: Plan, text: string) {
    set('prices', { ...typed, [currency]: { ...typed[currency], [plan]: text } })
  }

  /** A refusal by the server is about no single price, and appears at the first. */
  function faultAt(currency: Currency, plan: Plan): string | undefined {
    if (!errors.prices) return undefined
    const isFirst = currency === currencies[0] && plan === plans[0]
    if (isFirst && checkPrices(typed) === null) return errors.prices
    return typedPriceFault(typed, currency, plan) ?? undefined
  }

  return (
    <section aria-labelledby={id} className="grid gap-4">
      <div className="grid gap-1">
        <h3 id={id} className="font-medium">
          Prices
        </h3>
        <p className="text-faint text-meta">
          Orders and references that were sent before a change keep their price. Prices in crypto don't
          change. In USD, EUR and GBP, at most 100.00: card processors charge no more at once.
        </p>
      </div>
      {currencies.map((currency) => (
        <fieldset key={currency} className="grid grid-cols-2 gap-x-3">
          <legend className="mb-1.5 flex w-full items-baseline justify-between gap-4 font-bold text-meta">
            {currency}{' '}
            <span className="font-normal text-faint tabular-nums">
              {savingOf(readTypedPrices(typed)[currency])}
            </span>
          </legend>
          {plans.map((plan) => (
            <Field
              key={plan}
              label={planNames[plan]}
              error={faultAt(currency, plan)}
              className="content-start"
            >
              <Input
                inputMode="decimal"
                autoComplete="off"
                maxLength={10}
                className="text-right tabular-nums"
                value={typed[currency][plan]}
                onChange={({ target }) => change(currency, plan, target.value)}
              />
            </Field>
          ))}
        </fieldset>
      ))}
    </section>
  )
}

/** Returns the saving that the yearly plan's badge will state; empty if there is none. */
function savingOf(price: Record<Plan, number>): string {
  const saving = yearlySaving(price)
  return saving > 0 ? `A year saves ${saving}%` : ''
}
