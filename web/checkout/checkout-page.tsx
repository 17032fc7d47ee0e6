import clsx from 'clsx'
import { useRef, useState } from 'react'
import type { CheckoutBoot } from '#contract/schemas/payments/checkout'
import { isFramed, tellOpener } from '../entities/payment/checkout-messages'
import { paths } from '../lib/navigation/paths'
import { Toaster } from '../ui/feedback/toaster'
import { Wordmark } from '../ui/wordmark'
import { EndPanel } from './end-panel'
import { OrderCard } from './order-card'
import { PlainLink } from './plain-link'
import { Refusal } from './refusal'
import { RegionalPayment } from './regional-payment'
import type { End } from './steps'
import { useIsLate } from './use-is-late'
import { useToldHeight } from './use-told-height'
import { WalletPayment } from './wallet-payment'

/** Renders the whole document: the order, and the provider's own way to pay for it. */
export function CheckoutPage({ boot }: { boot: CheckoutBoot }) {
  const [end, setEnd] = useState<End | null>(null)
  const { order, scriptUrl, siteName, from } = boot
  const framed = isFramed()
  const [agreed, setAgreed] = useState(order?.agreed ?? false)
  const [isPaying, setPaying] = useState(false)
  const isLate = useIsLate(isPaying)
  const content = useRef<HTMLDivElement>(null)
  useToldHeight(content, agreed && order?.method === 'checkout')

  function finish(reached: End) {
    if (!framed) return setEnd(reached)
    // The page around the frame announces it, and shows the unlocked content.
    tellOpener(
      reached.type === 'bought'
        ? { type: 'bought', title: reached.title, description: reached.text }
        : { type: 'pending', text: reached.text },
    )
  }

  function leave() {
    if (framed) tellOpener({ type: 'other-method' })
    else location.assign(from)
  }

  return (
    <div className={clsx('min-h-dvh', framed && 'bg-surface-1')}>
      <div
        ref={content}
        // The dialog around the frame has its own space below.
        className={clsx('mx-auto grid max-w-lg gap-5 px-5 sm:px-6', !framed && 'pb-6')}
      >
        {framed ? null : (
          <header className="flex h-14 items-center justify-between gap-4 border-line border-b">
            <PlainLink href={paths.home}>
              <Wordmark name={siteName} logo={boot.logo} />
            </PlainLink>
            {end ? null : <PlainLink href={from}>Back</PlainLink>}
          </header>
        )}
        <main className="grid gap-5">
          <h1 className={framed ? 'sr-only' : 'font-bold text-title'}>Checkout</h1>
          {end ? (
            <EndPanel end={end} from={from} />
          ) : order && scriptUrl && !isLate ? (
            <>
              <OrderCard
                order={order}
                now={boot.now}
                premiumUntil={boot.premiumUntil}
                contactEmail={boot.contactEmail}
                onAgree={agreed ? null : () => setAgreed(true)}
              />
              {!agreed ? null : order.method === 'wallet' ? (
                <WalletPayment
                  order={order}
                  scriptUrl={scriptUrl}
                  from={from}
                  onPaying={setPaying}
                  onEnd={finish}
                  onLeave={leave}
                />
              ) : (
                <RegionalPayment
                  order={order}
                  scriptUrl={scriptUrl}
                  siteName={siteName}
                  accent={boot.accent}
                  from={from}
                  onPaying={setPaying}
                  onEnd={finish}
                  onLeave={leave}
                />
              )}
            </>
          ) : (
            <Refusal boot={boot} reason={boot.refusal ?? (isLate ? 'late' : 'address')} onLeave={leave} />
          )}
        </main>
        <Toaster place="afterContent" />
      </div>
    </div>
  )
}
