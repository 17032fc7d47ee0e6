import { useRef } from 'react'
import type { CheckoutBoot, CheckoutOrder } from '#contract/schemas/payments/checkout'
import { membershipName } from '#contract/values/payments/prices'
import { formatMoney } from '#contract/values/shared/money'
import { OrderNote } from '../features/premium/pay/order-note'
import { useConsent } from '../features/premium/pay/use-consent'
import { Button } from '../ui/button'

type OrderCardProps = Pick<CheckoutBoot, 'now' | 'premiumUntil' | 'contactEmail'> & {
  order: CheckoutOrder
  /** Null once the buyer has agreed. */
  onAgree: (() => void) | null
}

/** Shows what is bought, and asks for the consent before the provider hears of it. */
export function OrderCard({ order, now, premiumUntil, contactEmail, onAgree }: OrderCardProps) {
  const { plan, currency, amountMinor } = order
  const amount = formatMoney(amountMinor, currency)
  const consent = useConsent(amount)
  const card = useRef<HTMLElement>(null)

  function goOn() {
    if (!consent.check()) return
    // The pressed button goes.
    card.current?.focus()
    onAgree?.()
  }

  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label="Your order"
      className="grid gap-2 rounded-card border border-line bg-surface-1 px-4 py-3"
    >
      <div className="flex items-baseline justify-between gap-4">
        <p className="font-bold">{membershipName(plan)}</p>
        <p className="font-bold text-section tabular-nums">{amount}</p>
      </div>
      <OrderNote
        plan={plan}
        total={amount}
        currency={currency}
        now={now}
        premiumUntil={premiumUntil}
        support={contactEmail}
        {...(onAgree && { consent })}
      />
      {onAgree ? (
        <Button variant="gold" size="lg" onClick={goOn}>
          Continue to payment
        </Button>
      ) : null}
    </section>
  )
}
