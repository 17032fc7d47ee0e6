import { type ReactNode, useId } from 'react'
import type { AdminPaymentDetail } from '#contract/schemas/payments/payments'
import { paymentMethodName, providerNames } from '#contract/values/payments/method-names'
import { formatMoney } from '#contract/values/shared/money'
import { paymentStatusWords, planNames } from '#web/entities/payment/payment-words'
import { formatTime } from '#web/lib/format'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

export interface PaymentDetailProps {
  payment: AdminPaymentDetail
  /** Asks the provider again. */
  onRetry: () => unknown
}

export function PaymentDetail({ payment, onRetry }: PaymentDetailProps) {
  const { order, references, history, status, refundedMinor } = payment
  return (
    <div className="grid gap-6 py-2">
      <Facts>
        <Fact term="Status">
          <Badge tone={paymentStatusWords[status].tone}>{paymentStatusWords[status].label}</Badge>
        </Fact>
        <Fact term="Paid">
          <Time at={payment.at} />
        </Fact>
        <Fact term="Plan">
          {payment.plan ? planNames[payment.plan] : 'None'}, {payment.granted ? 'granted' : 'not granted'}
        </Fact>
        <Fact term="Method">{paymentMethodName(payment)}</Fact>
        {refundedMinor > 0 ? (
          <Fact term="Refunded">{formatMoney(refundedMinor, payment.currency)}</Fact>
        ) : null}
        <Fact term="Provider">
          {providerNames[payment.provider]}, {payment.providerPaymentId}
        </Fact>
        <Fact term="Payment ID">{payment.id}</Fact>
      </Facts>
      <Part title="Order">
        {order ? (
          <Facts>
            <Fact term="Order ID">{order.id}</Fact>
            <Fact term="Status">{order.status.replaceAll('_', ' ')}</Fact>
            <Fact term="Created">
              <Time at={order.createdAt} />
            </Fact>
            <Fact term="Terms agreed to">
              Version {order.termsVersion}, <Time at={order.consentAt} />
            </Fact>
          </Facts>
        ) : (
          <Nothing>This payment has no order.</Nothing>
        )}
      </Part>
      <Part title="References">
        {references.length > 0 ? (
          <Facts>
            {references.map(({ kind, value }) => (
              <Fact key={`${kind} ${value}`} term={kind.replaceAll('_', ' ')}>
                {value}
              </Fact>
            ))}
          </Facts>
        ) : (
          <Nothing>None is known.</Nothing>
        )}
      </Part>
      <Part title="History">
        {history.length > 0 ? (
          <ol className="grid gap-3 border-line border-l pl-4">
            {history.map(({ at, kind, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an append-only record
              <li key={index} className="grid gap-0.5">
                <span className="wrap-anywhere">{text}</span>
                <span className="text-faint text-meta">
                  {kind.replaceAll(/[_-]/g, ' ')} · <Time at={at} />
                </span>
              </li>
            ))}
          </ol>
        ) : (
          <Nothing>No events yet.</Nothing>
        )}
      </Part>
      <Part title="The provider's record">
        <ProviderRecord payment={payment} onRetry={onRetry} />
      </Part>
    </div>
  )
}

function ProviderRecord({ payment: { provider, record }, onRetry }: PaymentDetailProps) {
  if (record)
    return (
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content has to be reachable by keyboard
        tabIndex={0}
        className="max-h-80 overflow-auto rounded-nav border border-line bg-bg p-3 text-meta"
      >
        {JSON.stringify(record, null, 2)}
      </pre>
    )
  if (provider === 'bank')
    return <Nothing>Matched by hand against a bank statement. The claim shows who did it.</Nothing>
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Nothing>We couldn't reach the provider, or it has no record of this payment.</Nothing>
      <Button onClick={() => onRetry()}>Check again</Button>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-2 border-line border-t pt-5">
      <h3 id={id} className="font-bold">
        {title}
      </h3>
      {children}
    </section>
  )
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-6 gap-y-2.5 sm:grid-cols-2">{children}</dl>
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-faint text-meta first-letter:uppercase">{term}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </div>
  )
}

function Time({ at }: { at: string }) {
  return <time dateTime={at}>{formatTime(at)}</time>
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="text-dim">{children}</p>
}
