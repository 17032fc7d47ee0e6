import { Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { OwnClaim } from '#contract/schemas/payments/payments'
import { type PaymentMethod, paymentMethods } from '#contract/values/payments/payments'
import { type Currency, currencies, firstCurrencies, plans } from '#contract/values/payments/prices'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { useNear } from '#web/lib/dom/use-near'
import { lazyExtra } from '#web/lib/lazy-part'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { MethodSkeleton } from '../pay/choice/method-skeleton'
import { EmptyShelf } from './empty-shelf'
import { FeatureList } from './feature-list'
import { PlanChoice } from './plan-choice'
import { stockInWords } from './stock-words'
import { useShelf } from './use-shelf'

// Not needed for the first paint, and it requests the payment options.
const PaymentArea = lazyExtra(() => import('../pay/payment-area'), 'PaymentArea')
const WaitingClaims = lazyExtra(() => import('../pay/claims/waiting'), 'WaitingClaims')

export interface SubscribeWidgetProps {
  /** Left out where the page already lists them beside the widget. */
  features?: boolean
  /** Preselected, unless the address says otherwise. */
  currency?: Currency | undefined
  /** Called when Premium is active and the page has been refreshed. */
  onBought?: () => void
}

/**
 * Sells a plan; while a typed reference is being checked, shows that instead. Sells nothing while there is
 * nothing to play.
 */
export function SubscribeWidget({ features = true, currency, onBought }: SubscribeWidgetProps) {
  const [params] = useSearchParams()
  const { user } = useViewer()
  const { stock, pending, isEmpty } = useShelf()
  // Restores the choice after signing in, or after returning from a payment page.
  const [chosen, setChosen] = useState(() => ({
    currency: oneOf(currencies, params.get('currency')) ?? currency ?? null,
    plan: oneOf(plans, params.get('plan')) ?? 'yearly',
  }))
  const [method, setMethod] = useState(() => {
    const named = oneOf(paymentMethods, params.get('method'))
    return inRupees(named) && chosen.currency !== 'INR' ? null : named
  })
  const [badge, setBadge] = useState(true)
  const [payable, setPayable] = useState<readonly Currency[]>([])
  // The reference of a payment in rupees is taken also where nothing is sold for them any more.
  const currencyNow = inRupees(method) ? 'INR' : (chosen.currency ?? payable[0] ?? currencies[0])
  const choice = { ...chosen, currency: currencyNow }
  /** The form for the reference is open again, to send the right one. */
  const [correcting, setCorrecting] = useState(false)
  const waits = user?.claim === 'waiting'
  const waitedAtFirst = useRef(waits)
  const box = useRef<HTMLDivElement>(null)
  const near = useNear(box)

  function change(next: typeof choice) {
    // A currency that only came first isn't chosen with a plan: the offers may not have arrived.
    setChosen({ ...next, currency: next.currency === choice.currency ? chosen.currency : next.currency })
    setMethod(null)
  }

  function correct(claim: OwnClaim) {
    setChosen({ ...chosen, plan: claim.plan })
    setMethod(claim.method)
    setCorrecting(true)
  }

  function changeMethod(next: PaymentMethod | null) {
    setMethod(next)
    if (next === null) setCorrecting(false)
  }

  const skeleton = isEmpty ? null : <MethodSkeleton currency={choice.currency} />
  return (
    <div ref={box} className="grid gap-4 rounded-panel border border-line bg-bg p-4 sm:p-5">
      {waits && !correcting ? (
        <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
          <WaitingClaims focused={!waitedAtFirst.current} onCorrect={correct} onBought={() => onBought?.()} />
        </Suspense>
      ) : (
        <>
          {correcting ? null : pending ? (
            <Skeleton className="h-52 rounded-card" />
          ) : isEmpty ? (
            <EmptyShelf />
          ) : (
            <>
              {stock ? <p className="font-medium text-gold">{stockInWords(stock)}</p> : null}
              <PlanChoice
                {...choice}
                currencies={currencies.filter((each) =>
                  [...firstCurrencies, ...payable, choice.currency].includes(each),
                )}
                badge={badge}
                onChange={change}
              />
            </>
          )}
          {/* Hidden once a method is chosen: the buyer has read it. */}
          {features && !method && !isEmpty ? <FeatureList className="grid gap-2.5 px-1 py-1" /> : null}
          {near ? (
            <Suspense fallback={skeleton}>
              <PaymentArea
                // Another choice starts over.
                key={`${chosen.currency} ${chosen.plan}`}
                {...choice}
                method={method}
                correcting={correcting}
                sells={!isEmpty}
                onMethod={changeMethod}
                onBadge={setBadge}
                onCurrencies={setPayable}
                onBought={() => onBought?.()}
              />
            </Suspense>
          ) : (
            skeleton
          )}
        </>
      )}
    </div>
  )
}

function inRupees(method: PaymentMethod | null): boolean {
  return method === 'upi' || method === 'netbanking'
}

function oneOf<Value extends string>(known: readonly Value[], text: string | null): Value | null {
  return known.find((each) => each === text) ?? null
}
