import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { OwnClaim } from '#contract/schemas/payments/payments'
import type { Shop } from '#contract/schemas/payments/shop'
import { type PaymentMethod, paymentMethods } from '#contract/values/payments/payments'
import { type Currency, currencies, currencyCookie, plans } from '#contract/values/payments/prices'
import { shopQuery } from '#web/entities/payment/payment-queries'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { useNear } from '#web/lib/dom/use-near'
import { writeCookie } from '#web/lib/dom/write-cookie'
import { lazyExtra } from '#web/lib/lazy-part'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
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

const frame = 'grid gap-4 rounded-panel border border-line bg-bg p-4 sm:p-5'

export interface SubscribeWidgetProps {
  /** Left out where the page already lists them beside the widget. */
  features?: boolean
  /** Preselected, unless the address or this browser says otherwise. */
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
  const queryClient = useQueryClient()
  const { user } = useViewer()
  const { shop, error, refetch, isEmpty } = useShelf()
  // Restores the choice after signing in, or after returning from a payment page.
  const [chosen, setChosen] = useState(() => ({
    currency: oneOf(currencies, params.get('currency')),
    plan: oneOf(plans, params.get('plan')) ?? 'yearly',
  }))
  const [method, setMethod] = useState(() => {
    const named = oneOf(paymentMethods, params.get('method'))
    return inRupees(named) && chosen.currency !== 'INR' ? null : named
  })
  const [badge, setBadge] = useState(true)
  const shown =
    offeredOf(shop, chosen.currency) ?? shop?.chosen ?? offeredOf(shop, currency) ?? shop?.first ?? 'USD'
  // The reference of a payment in rupees is taken also where nothing is sold for them any more.
  const choice = { ...chosen, currency: inRupees(method) ? ('INR' as const) : shown }
  /** Counts the choices: another one starts over. */
  const [round, setRound] = useState(0)
  const [hasSold, setHasSold] = useState(false)
  if (shop && !isEmpty && !hasSold) setHasSold(true)
  /** The form for the reference is open again, to send the right one. */
  const [correcting, setCorrecting] = useState(false)
  const waits = user?.claim === 'waiting'
  const waitedAtFirst = useRef(waits)
  const box = useRef<HTMLDivElement>(null)
  const near = useNear(box)

  function change(next: typeof choice) {
    // A currency that only came first isn't chosen with a plan.
    const isChosen = next.currency !== choice.currency
    if (isChosen) rememberCurrency(next.currency)
    setChosen({ ...next, currency: isChosen ? next.currency : chosen.currency })
    setMethod(null)
    setRound(round + 1)
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

  /** In this browser, for the other pages too. */
  function rememberCurrency(currency: Currency) {
    writeCookie({ ...currencyCookie, value: currency })
    queryClient.setQueryData(shopQuery.queryKey, (known) => known && { ...known, chosen: currency })
  }

  if (error && !shop)
    return (
      <div ref={box} className={frame}>
        <LoadError error={error} onRetry={refetch} />
      </div>
    )
  const skeleton = isEmpty ? null : <MethodSkeleton currency={choice.currency} />
  return (
    <div ref={box} className={frame}>
      {waits && !correcting ? (
        <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
          <WaitingClaims focused={!waitedAtFirst.current} onCorrect={correct} onBought={() => onBought?.()} />
        </Suspense>
      ) : (
        <>
          {correcting ? null : !shop ? (
            <Skeleton className="h-52 rounded-card" />
          ) : isEmpty ? (
            <>
              <EmptyShelf focused={hasSold} />
              {method ? (
                // Beside a reference that may be typed already, so it doesn't start over.
                <PlanChoice
                  paid
                  {...choice}
                  currencies={[]}
                  badge={badge}
                  onChange={({ plan }) => setChosen({ ...chosen, plan })}
                />
              ) : null}
            </>
          ) : (
            <>
              <p className="font-medium text-gold">{stockInWords(shop.stock)}</p>
              <PlanChoice
                {...choice}
                currencies={currencies.filter(
                  (each) => each === choice.currency || shop.currencies.includes(each),
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
                // Another choice starts over, and so does another currency: what was agreed to was a price in it.
                key={`${shown} ${round}`}
                {...choice}
                method={method}
                correcting={correcting}
                sells={!isEmpty}
                onMethod={changeMethod}
                onBadge={setBadge}
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

function offeredOf(shop: Shop | undefined, currency: Currency | null | undefined): Currency | null {
  return shop?.currencies.find((each) => each === currency) ?? null
}

function inRupees(method: PaymentMethod | null): boolean {
  return method === 'upi' || method === 'netbanking'
}

function oneOf<Value extends string>(known: readonly Value[], text: string | null): Value | null {
  return known.find((each) => each === text) ?? null
}
