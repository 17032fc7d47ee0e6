import { Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type PaymentMethod, paymentMethods } from '../../../../contract/values/payments/payments'
import { currencies, plans } from '../../../../contract/values/payments/prices'
import { useNear } from '../../../lib/dom/use-near'
import { lazyExtra } from '../../../lib/lazy-part'
import { MethodSkeleton } from '../pay/method-skeleton'
import { FeatureList } from './feature-list'
import { PlanChoice } from './plan-choice'

// Not needed for the first paint, and it requests the payment options.
const PaymentArea = lazyExtra(() => import('../pay/payment-area'), 'PaymentArea')

export interface SubscribeWidgetProps {
  /** Left out where the page already lists them beside the widget. */
  features?: boolean
  /** Called when Premium is active and the page has been refreshed. */
  onBought?: () => void
}

export function SubscribeWidget({ features = true, onBought }: SubscribeWidgetProps) {
  const [params] = useSearchParams()
  // Restores the choice after signing in, or after returning from a payment page.
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
      {/* Hidden once a method is chosen: the buyer has read it. */}
      {features && !method ? <FeatureList className="grid gap-2.5 px-1 py-1" /> : null}
      {near ? (
        <Suspense fallback={skeleton}>
          <PaymentArea
            // A change of plan starts over.
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
