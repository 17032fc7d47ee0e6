import clsx from 'clsx'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CheckoutOrder } from '#contract/schemas/payments/checkout'
import { call, client } from '../lib/api'
import { dismissToast, errorToast, toast } from '../ui/feedback/toast'
import { FailurePanel } from './failure-panel'
import { loadScript } from './providers'
import { confirmPayment, type Failure, failureOf, type PaymentProps, seePrice, setUpError } from './steps'
import { Working } from './working'

type State = 'loading' | 'ready' | 'confirming' | Failure

const words = {
  done: { title: 'Subscription successful!', text: 'You now have premium access' },
  failed: {
    title: 'Subscription failed',
    text: 'Payment was approved but subscription could not be activated',
  },
}

export interface WalletPaymentProps extends PaymentProps {
  order: CheckoutOrder
  scriptUrl: string
}

/** Renders PayPal's own buttons, which create the order when pressed and open a popup for the approval. */
export function WalletPayment({ order, scriptUrl, from, onPaying, onEnd, onLeave }: WalletPaymentProps) {
  const { plan, currency, amountMinor, video } = order
  const [state, setState] = useState<State>('loading')
  const place = useRef<HTMLDivElement>(null)
  /** Set once the failure was shown, so that the error the buttons report after it is ignored. */
  const told = useRef(false)
  /** Keeps one order however often the wallet is opened: of two, both might end up paid. */
  const orderId = useRef<string | null>(null)

  function fail(failure: Failure): void {
    told.current = true
    setState(failure)
  }

  const backToButtons = { label: 'Try Again', run: () => setState('ready') }

  async function createOrder(): Promise<string> {
    told.current = false
    dismissToast()
    if (orderId.current) return orderId.current
    try {
      const json = { plan, currency, agreedMinor: amountMinor, ...(video && { video }) }
      const answer = await call(client.api.premium.subscribe.$post({ json }))
      if (answer.success && answer.orderId) {
        orderId.current = answer.orderId
        return answer.orderId
      }
      fail({
        title: 'Payment failed',
        text: answer.message ?? 'Failed to create order',
        again: answer.code === 'price_changed' ? seePrice : backToButtons,
      })
    } catch (error) {
      fail({ ...failureOf(error, 'Payment failed'), again: backToButtons })
    }
    throw new Error('No order was created')
  }

  async function confirm(approved: string): Promise<void> {
    const json = { orderId: approved, plan }
    await confirmPayment(() => call(client.api.premium.confirm.$post({ json })), words, {
      onStart: () => setState('confirming'),
      onPaying,
      onEnd,
      onFailure: fail,
      onDeclined: (text) => {
        setState('ready')
        errorToast('Payment failed', text)
      },
    })
  }

  function onError(): void {
    // The wallet may be unable to work with this order.
    orderId.current = null
    if (told.current) return
    setState('ready')
    errorToast('Payment failed', 'There was an issue with the payment. Please try again.')
  }

  const setUp = useEffectEvent(async () => {
    try {
      await loadScript(scriptUrl)
      if (!window.paypal || !place.current) throw new Error("The provider's buttons didn't load")
      const buttons = window.paypal.Buttons({
        createOrder,
        onApprove: ({ orderID }) => confirm(orderID),
        onCancel: () => toast({ title: 'Payment cancelled', description: "You haven't been charged." }),
        onError,
      })
      await buttons.render(place.current)
      setState('ready')
    } catch {
      fail({ title: 'Payment failed', text: setUpError })
    }
  })
  useEffect(() => void setUp(), [])

  const hasFailed = typeof state === 'object'
  return (
    <>
      {/* One cell: the buttons cover the words as they come, so that neither moves. */}
      <div className={clsx('min-h-24 *:[grid-area:1/1]', hasFailed ? 'hidden' : 'grid')}>
        {state === 'loading' ? <Working>Setting up payment...</Working> : null}
        {state === 'confirming' ? <Working>Processing...</Working> : null}
        {/* Always rendered: the wallet's popup talks to the buttons that opened it. */}
        <div
          ref={place}
          hidden={state === 'confirming'}
          className="z-1 grid self-start rounded-card bg-white p-3 empty:hidden"
        />
      </div>
      {hasFailed ? <FailurePanel failure={state} from={from} onLeave={onLeave} /> : null}
    </>
  )
}
