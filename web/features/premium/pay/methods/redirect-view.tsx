import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { methodNames } from '#contract/values/payments/method-names'
import type { RedirectMethod } from '#contract/values/payments/payments'
import type { Currency } from '#contract/values/payments/prices'
import { formatMoney } from '#contract/values/shared/money'
import { refreshShop } from '#web/entities/payment/payment-queries'
import { settingsQuery } from '#web/entities/settings/settings-query'
import { call, client } from '#web/lib/api'
import { ApiError, errorDetail } from '#web/lib/api-error'
import { Button } from '#web/ui/button.tsx'
import { dismissToast, errorToast } from '#web/ui/feedback/toast'
import { type OrderFacts, OrderNote } from '../order-note'
import { useConsent } from '../use-consent'
import { MethodView } from './view'

export interface RedirectViewProps {
  method: RedirectMethod
  order: OrderFacts
  currency: Currency
  /** In minor units. */
  price: number
  /** The locked video that led here. */
  video: number | undefined
  /** The text on a card's statement; null where there is none. */
  descriptor: string | null
  /** Called before the provider's page replaces this one. */
  onRedirect: () => void
  onSignedOut: () => void
  onCancel: () => void
}

/**
 * Shows all terms of the purchase before the buyer leaves for the provider's page, as card networks ask for a
 * prepaid term.
 */
export function RedirectView(props: RedirectViewProps) {
  const { method, order, currency, price, video, descriptor } = props
  const { onRedirect, onSignedOut, onCancel } = props
  const { plan } = order
  const queryClient = useQueryClient()
  const total = formatMoney(price, currency)
  const consent = useConsent(total)

  const start = useMutation({
    onMutate: dismissToast,
    mutationFn: () =>
      call(
        client.api.premium.orders.$post({
          json: { method, plan, currency, agreedMinor: price, ...(video && { video }) },
        }),
      ),
    onSuccess: async ({ redirectUrl, message, code }) => {
      if (redirectUrl) {
        onRedirect()
        return location.assign(redirectUrl)
      }
      errorToast('Payment failed', message ?? "We couldn't start the payment. You haven't been charged.")
      if (code === 'nothing_to_play') return refreshShop(queryClient)
      if (code !== 'price_changed') return
      // The buyer agreed to another price.
      await queryClient.invalidateQueries(settingsQuery)
      consent.askAgain(message ?? '')
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) return onSignedOut()
      errorToast('Payment failed', errorDetail(error))
    },
  })
  // The button stays busy until the provider's page replaces this one.
  const isLeaving = start.isPending || (start.isSuccess && start.data.redirectUrl !== undefined)

  const comeBack = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted) start.reset()
  })
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => comeBack(event)
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [])

  return (
    <MethodView
      title={method === 'card' ? 'Pay by card' : `Pay with ${methodNames[method]}`}
      onCancel={onCancel}
    >
      <OrderNote {...order} total={total} currency={currency} descriptor={descriptor} consent={consent} />
      <Button variant="gold" size="lg" busy={isLeaving} onClick={() => consent.check() && start.mutate()}>
        Continue to payment
      </Button>
      <p className="text-dim text-meta">
        {method === 'card'
          ? "You enter your card on the payment provider's page, and then come back. We never see its number."
          : 'The next page shows the amount in bitcoin and where to send it, and then leads back.'}
      </p>
    </MethodView>
  )
}
