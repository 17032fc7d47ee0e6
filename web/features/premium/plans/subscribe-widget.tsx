import { Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type PaymentMethod, paymentMethods } from '../../../../contract/values/payments/payments'
import { currencies, plans } from '../../../../contract/values/payments/prices'
import { useNear } from '../../../lib/dom/use-near'
import { lazyExtra } from '../../../lib/lazy-extra'
import { MethodSkeleton } from '../pay/method-skeleton'
import { FeatureList } from './feature-list'
import { PlanChoice } from './plan-choice'

// Nobody needs it for the first paint, and it asks the server what can be paid with.
const PaymentArea = lazyExtra(() => import('../pay/payment-area'), 'PaymentArea')

export interface SubscribeWidgetProps {
  /** Left out where the list stands beside the widget already. */
  features?: boolean
  /** Called when premium has become active, and the page knows of it. */
  onBought?: () => void
}

export function SubscribeWidget({ features = true, onBought }: SubscribeWidgetProps) {
  const [params] = useSearchParams()
  // Who had to sign in, or comes back from a payment page, finds the choice as it was.
  const [choice, setChoice] = useState(() => ({
    currency: oneOf(currencies, params.get('currency')) ?? currencies[0],
    plan: oneOf(plans, params.get('plan')) ?? 'yearly',
  }))
  const [method, setMethod] = useState<PaymentMethod | null>(() =>
    oneOf(paymentMethods, params.get('method')),
  )
  const [badge, setBadge] = useState(true)
  const box = useRef<HTMLDivElement>(null)
  const near = useNear(box)

  function change(next: typeof choice) {
    setChoice(next)
    setMethod(null)
  }

  const skeleton = <MethodSkeleton currency={choice.currency} />
  return (
    <div ref={box} className="grid gap-4 rounded-panel border border-line bg-bg p-4 sm:p-5">
      <PlanChoice {...choice} badge={badge} onChange={change} />
      {/* Who has chosen how to pay has read it. */}
      {features && !method ? <FeatureList className="grid gap-2.5 px-1 py-1" /> : null}
      {near ? (
        <Suspense fallback={skeleton}>
          <PaymentArea
            // Another plan begins anew.
            key={`${choice.currency} ${choice.plan}`}
            {...choice}
            method={method}
            onMethod={setMethod}
            onBadge={setBadge}
            onBought={() => onBought?.()}
          />
        </Suspense>
      ) : (
        skeleton
      )}
    </div>
  )
}

function oneOf<Value extends string>(known: readonly Value[], text: string | null): Value | null {
  return known.find((each) => each === text) ?? null
}
