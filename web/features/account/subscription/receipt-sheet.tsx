import type { ReactNode } from 'react'
import type { Receipt } from '#contract/schemas/payments/payments'
import { paymentMethodName } from '#contract/values/payments/method-names'
import { paymentStatusWords } from '#web/entities/payment/payment-words'
import { formatDate } from '#web/lib/format'

/** Renders a receipt: dark on white in print, in the site's colours on screen. */
export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { siteName, siteUrl, contactEmail, at, from, until, amountText, refundedText } = receipt
  return (
    <article className="grid gap-8 rounded-panel border border-line bg-surface-1 p-5 sm:p-8 print:rounded-none print:border-0 print:p-0">
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div>
          <h1 className="font-bold text-title">Receipt</h1>
          <p className="wrap-anywhere text-dim">{receipt.id}</p>
        </div>
        <div className="sm:text-right">
          <p className="font-bold">{siteName}</p>
          <p className="wrap-anywhere text-dim">{siteUrl}</p>
          <p className="wrap-anywhere text-dim">{contactEmail}</p>
        </div>
      </header>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 print:grid-cols-2">
        <Fact term="Date">
          <time dateTime={at}>{formatDate(at)}</time>
        </Fact>
        <Fact term="Billed to">
          {receipt.username}
          <span className="block">{receipt.email}</span>
        </Fact>
        <Fact term="Paid by">{paymentMethodName(receipt)}</Fact>
        <Fact term="Status">{paymentStatusWords[receipt.status].label}</Fact>
        <Fact term="Payment reference">{receipt.providerPaymentId}</Fact>
        {receipt.orderId ? <Fact term="Order">{receipt.orderId}</Fact> : null}
      </dl>
      <table className="w-full border-line border-t">
        <caption className="sr-only">Paid for</caption>
        <thead>
          <tr className="text-faint text-meta">
            <th scope="col" className="py-2 text-left font-medium">
              Description
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              Amount
            </th>
          </tr>
        </thead>
        <tbody className="tabular-nums [&_td]:border-line [&_td]:border-t [&_td]:py-3 [&_td]:align-top [&_th]:border-line [&_th]:border-t [&_th]:py-3">
          <tr>
            <td>
              {receipt.description ?? 'Payment'}
              {from && until ? (
                <span className="block text-dim text-meta">
                  {formatDate(from)} to {formatDate(until)}, won't renew
                </span>
              ) : null}
            </td>
            <td className="text-right">{amountText}</td>
          </tr>
          <tr className="font-bold">
            <th scope="row" className="text-left">
              Total paid
            </th>
            <td className="text-right">{amountText}</td>
          </tr>
          {refundedText ? (
            <tr>
              <th scope="row" className="text-left font-normal">
                Refunded
              </th>
              <td className="text-right">{refundedText}</td>
            </tr>
          ) : null}
        </tbody>
      </table>
      <p className="text-dim text-meta">
        One payment for one term, with no automatic renewal and no further charges. Questions about this
        payment: {contactEmail}.
      </p>
    </article>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-faint text-meta">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
