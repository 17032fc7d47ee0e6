import type { CheckoutBoot, CheckoutOrder } from '#contract/schemas/payments/checkout'
import { membershipName } from '#contract/values/payments/prices'
import { formatMoney } from '#contract/values/shared/money'
import { AgreedByPaying, OrderNote } from '../features/premium/pay/order-note'

type OrderCardProps = Pick<CheckoutBoot, 'now' | 'premiumUntil' | 'contactEmail'> & { order: CheckoutOrder }

/** Shows the plan and its price beside the payment form. */
export function OrderCard({ order, now, premiumUntil, contactEmail }: OrderCardProps) {
  const { plan, currency, amountMinor } = order
  const amount = formatMoney(amountMinor, currency)
  return (
    <section
      aria-label="Your order"
      className="grid gap-2 rounded-card border border-line bg-surface-1 px-4 py-3"
    >
      <div className="flex items-baseline justify-between gap-4">
        <p className="font-bold">{membershipName(plan)}</p>
        <p className="font-bold text-section tabular-nums">{amount}</p>
      </div>
      <OrderNote
        plan={plan}
        total={`${amount} ${currency}`}
        now={now}
        premiumUntil={premiumUntil}
        support={contactEmail}
      />
      <AgreedByPaying />
    </section>
  )
}
