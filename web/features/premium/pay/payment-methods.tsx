import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PaymentOptions } from '#contract/schemas/payments/payments'
import type { Coin, PaymentMethod, ScriptMethod } from '#contract/values/payments/payments'
import type { Prices } from '#contract/values/payments/prices'
import { formatMoney } from '#contract/values/shared/money'
import { paymentOptionsQuery, refreshShop } from '#web/entities/payment/payment-queries'
import { settingsQuery } from '#web/entities/settings/settings-query'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { errorDetail } from '#web/lib/api-error'
import { lazyExtra, lazyPart } from '#web/lib/lazy-part'
import { keepSoldVideo, soldVideoOf } from '#web/lib/navigation/sold-video'
import { dismissToast, errorToast } from '#web/ui/feedback/toast'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { savesAsShown } from './choice/coin-saving'
import { MethodGrid } from './choice/method-grid'
import { MethodSkeleton } from './choice/method-skeleton'
import { correctReference, enterReference, isLate, isRedirect, methodsFor, stateOf } from './choice/methods'
import { PendingPanel } from './claims/pending-panel'
import { OrderNote } from './order-note'
import type { PaymentAreaProps } from './payment-area'
import { useCheckout } from './use-checkout'
import { useSignInFirst } from './use-sign-in-first'

const UpiView = lazyPart(() => import('./methods/upi-view'), 'UpiView')
const NetbankingView = lazyPart(() => import('./methods/netbanking-view'), 'NetbankingView')
const RedirectView = lazyPart(() => import('./methods/redirect-view'), 'RedirectView')
const CryptoView = lazyPart(() => import('./methods/crypto-view'), 'CryptoView')
const CheckoutDialog = lazyDialog(() => import('./checkout-dialog'), 'CheckoutDialog')
const RefusedClaim = lazyExtra(() => import('./claims/refused'), 'RefusedClaim')

interface Waiting {
  title: string
  text: string
  until: string | null
}

const onChain = "Premium starts once the network has confirmed it. We'll email you."

export interface PaymentMethodsProps extends PaymentAreaProps {
  options: PaymentOptions
  prices: Prices
}

/** Renders the methods, or the view of the chosen one. */
export function PaymentMethods(props: PaymentMethodsProps) {
  const { plan, currency, options, prices, correcting, sells, onMethod, onBadge, onBought } = props
  const { user } = useViewer()
  const queryClient = useQueryClient()
  const { data: settings } = useQuery(settingsQuery)
  const price = prices[currency]
  const [params] = useSearchParams()
  const sold = soldVideoOf(params)
  const video = sold?.id
  const choice = { plan, currency, video: video ?? null }
  const signInFirst = useSignInFirst({ plan, currency })
  /** The last method used, which gets the focus when the list is shown again. */
  const [left, setLeft] = useState<PaymentMethod | null>(null)
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const [coin, setCoin] = useState<Coin>(options.coins[0] ?? 'BTC')
  const premiumUntil = user?.premiumUntil ?? null
  const order = { plan, now: options.now, premiumUntil, support: settings?.contactEmail }
  const checkout = useCheckout(choice, { onBought, onPending: submitted, onOtherMethod: leave })
  const method = usable(props.method)
  const late = method !== null && isLate(method, options)
  const asks = correcting ? correctReference : late ? enterReference : null
  const hasView = method === 'netbanking' || (method && (late || options[method]))

  const badge = method !== 'crypto' || savesAsShown(coin, price)
  useEffect(() => onBadge(badge), [badge, onBadge])

  /** Returns the method if the address may open it: it has to be offered and have a view. */
  function usable(named: PaymentMethod | null): Exclude<PaymentMethod, ScriptMethod> | null {
    if (!user || !named || named === 'wallet' || named === 'checkout') return null
    if (isLate(named, options)) return named
    if (!sells && isRedirect(named)) return null
    return methodsFor(currency, options).includes(named) && stateOf(named, options) === 'open' ? named : null
  }

  async function choose(chosen: PaymentMethod) {
    if (!user) return signInFirst(chosen)
    dismissToast()
    setLeft(chosen)
    if (chosen === 'wallet' || chosen === 'checkout') return checkout.open({ method: chosen })
    if (isLate(chosen, options) || isRedirect(chosen) || (await isStillOffered(chosen))) onMethod(chosen)
  }

  /** Asks again before a view shows whom to pay: that money doesn't wait for an order of ours. */
  async function isStillOffered(chosen: PaymentMethod): Promise<boolean> {
    try {
      const now = await queryClient.fetchQuery(paymentOptionsQuery)
      if (methodsFor(currency, now).includes(chosen)) return true
      await refreshShop(queryClient)
    } catch (error) {
      errorToast('Payment failed', errorDetail(error))
    }
    return false
  }

  function leave() {
    // The address may have opened it.
    if (method) setLeft(method)
    onMethod(null)
  }

  function wait(title: string, text: string) {
    setWaiting({ title, text, until: premiumUntil })
    leave()
  }

  function submitted(text = "We're checking it.") {
    // Earlier errors no longer apply.
    dismissToast()
    wait('Payment submitted', text)
  }

  const ends = {
    onBought: () => {
      onMethod(null)
      onBought()
    },
    onPending: submitted,
    onSignedOut: () => method && signInFirst(method),
  }

  return (
    <>
      {waiting ? (
        <PendingPanel {...waiting} onBought={onBought} onClose={() => setWaiting(null)} />
      ) : hasView ? (
        <Suspense fallback={<MethodSkeleton currency={currency} />}>
          {method === 'upi' ? (
            <UpiView
              order={order}
              price={prices.INR[plan]}
              video={video}
              upi={options.upi}
              asks={asks}
              ends={ends}
              onCancel={leave}
            />
          ) : method === 'netbanking' ? (
            <NetbankingView
              order={order}
              price={prices.INR[plan]}
              video={video}
              asks={asks}
              ends={ends}
              onPay={options.checkout && ((agreed) => checkout.open({ method: 'checkout', ...agreed }))}
              onCancel={leave}
            />
          ) : method === 'crypto' ? (
            <CryptoView
              order={order}
              video={video}
              addresses={options.crypto?.addresses ?? {}}
              coins={options.coins}
              coin={coin}
              onCoin={setCoin}
              asks={asks}
              ends={{ ...ends, onBought: () => wait('Payment confirmed!', onChain) }}
              onCancel={leave}
            />
          ) : isRedirect(method) ? (
            <RedirectView
              method={method}
              order={order}
              currency={currency}
              price={price[plan]}
              video={video}
              descriptor={method === 'card' && options.card ? options.card.descriptor : null}
              onRedirect={() => keepSoldVideo(sold)}
              onSignedOut={() => signInFirst(method)}
              onCancel={leave}
            />
          ) : null}
        </Suspense>
      ) : (
        <>
          {user?.claim === 'refused' ? (
            <Suspense>
              <RefusedClaim />
            </Suspense>
          ) : null}
          <MethodGrid currency={currency} options={options} sells={sells} left={left} onChoose={choose} />
          {sells ? (
            <OrderNote {...order} total={formatMoney(price[plan], currency)} currency={currency} />
          ) : null}
        </>
      )}
      {checkout.shown ? (
        <Suspense>
          <CheckoutDialog {...checkout.shown} onMessage={checkout.receive} onClose={checkout.close} />
        </Suspense>
      ) : null}
    </>
  )
}
