import { useEffect, useEffectEvent, useState } from 'react'
import type { CheckoutOrder } from '#contract/schemas/payments/checkout'
import { banks } from '#contract/values/payments/payments'
import { membershipName } from '#contract/values/payments/prices'
import { formatMoney } from '#contract/values/shared/money'
import { call, client } from '../lib/api'
import { Button } from '../ui/button'
import { dismissToast, errorToast, toast } from '../ui/feedback/toast'
import { FailurePanel } from './failure-panel'
import { loadScript, type RazorpayOptions, type RazorpayProof } from './providers'
import { confirmPayment, type Failure, failureOf, type PaymentProps, seePrice } from './steps'
import { Working } from './working'

type State = 'loading' | 'ready' | 'confirming' | Failure

/** The order as the server created it; the amount is in paise. */
type Created = Pick<RazorpayOptions, 'key' | 'order_id' | 'amount' | 'currency'>

const words = {
  done: { title: 'Payment successful!', text: 'You now have premium access' },
  failed: {
    title: 'Payment verification failed',
    text: 'There was an issue verifying your payment. Please contact support.',
  },
}
const setUpFailed = "Couldn't set up the payment"

export interface RegionalPaymentProps extends PaymentProps {
  order: CheckoutOrder
  scriptUrl: string
  siteName: string
  /** Colours the provider's window; null: gold. */
  accent: string | null
}

/** Opens Razorpay's modal automatically, and again by the button after it was dismissed. */
export function RegionalPayment(props: RegionalPaymentProps) {
  const { order, scriptUrl, siteName, accent, from, onPaying, onEnd, onLeave } = props
  const { plan, amountMinor, video } = order
  const [state, setState] = useState<State>('loading')
  const [created, setCreated] = useState<Created | null>(null)

  async function createOrder(): Promise<Created | null> {
    const route = client.api.premium.razorpay['create-order']
    const json = { plan, currency: 'INR' as const, agreedMinor: amountMinor, ...(video && { video }) }
    const answer = await call(route.$post({ json }))
    const { success, code, message, keyId, orderId, amount, currency } = answer
    if (success && keyId && orderId && amount !== undefined && currency) {
      return { key: keyId, order_id: orderId, amount, currency }
    }
    const again = code === 'price_changed' ? seePrice : setUpAgain
    setState({ title: setUpFailed, text: message ?? 'Failed to create order', again })
    return null
  }

  async function verify(proof: RazorpayProof): Promise<void> {
    const { razorpay_payment_id, razorpay_order_id, razorpay_signature } = proof
    const json = { razorpay_payment_id, razorpay_order_id, razorpay_signature }
    const ends = { onStart: () => setState('confirming'), onPaying, onEnd, onFailure: setState }
    await confirmPayment(() => call(client.api.premium.razorpay.verify.$post({ json })), words, ends)
  }

  function open(sale: Created): void {
    if (!window.Razorpay) return
    const [code] = banks.find(({ id }) => id === order.bank)?.codes ?? []
    const modal = new window.Razorpay({
      ...sale,
      name: siteName,
      description: membershipName(plan),
      handler: (proof) => void verify(proof),
      prefill: code ? { method: 'netbanking', bank: code } : undefined,
      theme: { color: accent ?? '#e9c46a' },
      modal: {
        // Whether a bank had been told to pay before that isn't known here yet.
        ondismiss: () =>
          toast({
            title: 'Payment cancelled',
            description: 'The payment window was closed before the payment was confirmed.',
          }),
      },
      // Typing a UPI address is no longer allowed.
      config: { display: { hide: [{ method: 'upi', flows: ['collect'] }] } },
    })
    modal.on('payment.failed', () =>
      errorToast('Payment failed', 'There was an issue with the payment. Please try again.'),
    )
    setState('ready')
    dismissToast()
    modal.open()
  }

  const setUpAgain = {
    label: 'Try Again',
    run: () => {
      setState('loading')
      void setUp()
    },
  }

  async function setUp(): Promise<void> {
    try {
      if (!window.Razorpay) await loadScript(scriptUrl)
      if (!window.Razorpay) throw new Error("The provider's checkout didn't load")
    } catch {
      return setState({ title: setUpFailed, text: 'Failed to load Razorpay SDK', again: setUpAgain })
    }
    try {
      const answer = await createOrder()
      setCreated(answer)
      if (answer) open(answer)
    } catch (error) {
      setState({ ...failureOf(error, setUpFailed), again: setUpAgain })
    }
  }
  const begin = useEffectEvent(setUp)
  useEffect(() => void begin(), [])

  if (typeof state === 'object') return <FailurePanel failure={state} from={from} onLeave={onLeave} />
  if (state === 'loading') return <Working>Setting up payment...</Working>
  if (state === 'confirming') return <Working>Verifying...</Working>
  return created ? (
    <div className="grid gap-3">
      <Button variant="gold" size="lg" onClick={() => open(created)}>
        Pay {formatMoney(created.amount, created.currency)}
      </Button>
      <Button variant="ghost" onClick={onLeave}>
        Try Another Payment Method
      </Button>
    </div>
  ) : null
}
