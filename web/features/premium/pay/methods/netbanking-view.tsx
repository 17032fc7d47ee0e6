import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { type BankId, banks, referenceLength } from '#contract/values/payments/payments'
import { formatMoney } from '#contract/values/shared/money'
import { call, client } from '#web/lib/api'
import { Button } from '#web/ui/button.tsx'
import { errorToast } from '#web/ui/feedback/toast'
import { ReferenceForm } from '../claims/reference-form'
import type { ClaimEnds } from '../claims/use-claim'
import { type OrderFacts, OrderNote } from '../order-note'
import type { BankChoice } from '../use-checkout'
import { useConsent } from '../use-consent'
import { MethodView } from './view'

const words = {
  done: { title: 'Payment successful!', description: 'You now have premium access' },
  failed: "We couldn't verify your transaction. Please try again or contact support.",
}

export interface NetbankingViewProps {
  order: OrderFacts
  /** In paise. */
  price: number
  /** The locked video that led here. */
  video: number | undefined
  /** Title where only the reference is asked for, since the money was sent already. */
  asks: string | null
  ends: ClaimEnds
  /** Opens the bank's own page; null where the processor that leads there isn't set up. */
  onPay: ((choice: BankChoice) => void) | null
  onCancel: () => void
}

export function NetbankingView(props: NetbankingViewProps) {
  const { order, price, video, asks, ends, onPay, onCancel } = props
  const [bank, setBank] = useState<BankId | null>(null)
  const group = useId()
  const amount = formatMoney(price, 'INR')
  const consent = useConsent(amount)

  function isReady(): boolean {
    if (!asks && !consent.check()) return false
    if (bank) return true
    errorToast('Select a bank', 'Please select your bank to continue')
    document.getElementById(`${group}-${banks[0].id}`)?.focus()
    return false
  }

  return (
    <MethodView title={asks ?? 'Pay with Netbanking'} onCancel={onCancel}>
      {asks ? null : <OrderNote {...order} total={amount} currency="INR" consent={consent} />}
      <fieldset className="grid grid-cols-2 gap-2">
        <legend className="mb-2 font-medium text-dim text-meta">Your bank</legend>
        {banks.map(({ id, name }) => (
          <label
            key={id}
            className="grid min-h-12 cursor-pointer place-items-center rounded-nav border border-line px-2 py-1 text-center text-meta outline-offset-2 outline-accent transition-colors hover:bg-surface-1 has-checked:border-gold has-checked:bg-gold/8 has-checked:font-bold has-focus-visible:outline-2"
          >
            <input
              id={`${group}-${id}`}
              type="radio"
              name={group}
              className="sr-only"
              checked={bank === id}
              onChange={() => setBank(id)}
            />
            {name}
          </label>
        ))}
      </fieldset>
      {onPay && !asks ? (
        <Button
          variant="gold"
          size="lg"
          onClick={() => isReady() && bank && onPay({ bank, agreedMinor: price })}
        >
          Pay via Netbanking
        </Button>
      ) : null}
      <details className="group border-line border-t pt-3" open={!onPay || asks !== null}>
        <summary className="flex min-h-10 list-none items-center justify-between gap-3 rounded-nav font-medium text-dim hover:text-text">
          I've already paid {amount}
          <ChevronDown aria-hidden="true" className="size-4 shrink-0 group-open:rotate-180" />
        </summary>
        <div className="pt-2">
          <ReferenceForm
            label="Bank reference number"
            help="The transaction ID or UTR on your bank's receipt."
            maxLength={referenceLength.maxTyped}
            button="Verify Payment"
            missing={{
              title: 'Reference Number Required',
              description: 'Please enter the transaction reference number from your bank',
            }}
            secondary={onPay !== null}
            check={isReady}
            words={words}
            ends={ends}
            send={(transactionId) =>
              call(
                client.api.premium['confirm-netbanking'].$post({
                  json: {
                    plan: order.plan,
                    bankId: bank ?? '',
                    transactionId,
                    video,
                    ...(!asks && { agreed: true }),
                  },
                }),
              )
            }
          />
        </div>
      </details>
    </MethodView>
  )
}
