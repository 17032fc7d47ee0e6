import { useState } from 'react'
import type { PaymentOptions } from '#contract/schemas/payments/payments'
import { referenceLength } from '#contract/values/payments/payments'
import { formatMoney } from '#contract/values/shared/money'
import { call, client } from '#web/lib/api'
import { QrCode } from '#web/ui/qr-code.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ReferenceForm } from '../claims/reference-form'
import type { ClaimEnds } from '../claims/use-claim'
import { OnceAgreed } from '../once-agreed'
import { type OrderFacts, OrderNote } from '../order-note'
import { useConsent } from '../use-consent'
import { CopyRow } from './copy-row'
import { upiUri } from './payment-uri'
import { MethodView } from './view'

const modes = [
  { value: 'qrcode', label: 'QR code' },
  { value: 'direct', label: 'UPI ID' },
  { value: 'app', label: 'App' },
] as const
type Mode = (typeof modes)[number]['value']

const words = {
  done: { title: 'Payment successful!', description: 'You now have premium access' },
  failed: "We couldn't verify your payment. Please try again or contact support.",
}

export interface UpiViewProps {
  order: OrderFacts
  /** In paise. */
  price: number
  /** The locked video that led here. */
  video: number | undefined
  upi: PaymentOptions['upi']
  /** Title where only the reference is asked for, since the money was sent already. */
  asks: string | null
  ends: ClaimEnds
  onCancel: () => void
}

export function UpiView({ order, price, video, upi, asks, ends, onCancel }: UpiViewProps) {
  // A phone can't scan its own screen, and has the UPI apps itself.
  const [mode, setMode] = useState<Mode>(() => (matchMedia('(pointer: coarse)').matches ? 'app' : 'qrcode'))
  const { plan } = order
  const uri = upi ? upiUri(upi, plan, price) : ''
  const amount = formatMoney(price, 'INR')
  const consent = useConsent(amount)
  return (
    <MethodView title={asks ?? 'Pay with UPI'} onCancel={onCancel}>
      {asks ? null : <OrderNote {...order} total={amount} currency="INR" consent={consent} />}
      {asks || !upi ? null : (
        <OnceAgreed consent={consent} what="the UPI ID and QR code">
          <Tabs label="Ways to pay with UPI" tabs={modes} value={mode} onChange={setMode}>
            {mode === 'qrcode' ? (
              <div className="grid gap-3">
                <QrCode text={uri} label={`QR code to pay ${amount} to ${upi.payee}`} />
                <p className="text-center text-dim text-meta">
                  Scan with any UPI app. The amount, {amount}, and payee are filled in for you.
                </p>
              </div>
            ) : mode === 'direct' ? (
              <dl>
                <CopyRow label="UPI ID" value={upi.payee} copied="UPI ID copied" />
                <CopyRow label="Name" value={upi.payeeName} />
                <CopyRow label="Amount" value={amount} raw={String(price / 100)} copied="Amount copied" />
              </dl>
            ) : (
              <div className="grid justify-items-center gap-3">
                <a
                  href={uri}
                  className="inline-flex h-12 items-center justify-center rounded-full bg-surface-2 px-6 font-bold text-lead hover:bg-surface-3"
                >
                  Open UPI app
                </a>
                <p className="text-center text-dim text-meta">
                  Works on the phone that has your UPI app. On a computer, scan the QR code instead.
                </p>
              </div>
            )}
          </Tabs>
        </OnceAgreed>
      )}
      <ReferenceForm
        label="UPI reference ID"
        help="The 12-digit UTR or RRN on your payment receipt."
        inputMode="numeric"
        maxLength={referenceLength.maxTyped}
        button="Verify Payment"
        missing={{
          title: 'Reference ID required',
          description: 'Please enter the UPI reference ID from your payment',
        }}
        check={() => asks !== null || consent.check()}
        words={words}
        ends={ends}
        send={(upiReference) =>
          call(
            client.api.premium['confirm-upi'].$post({
              json: { plan, upiReference, video, ...(!asks && { agreed: true }) },
            }),
          )
        }
      />
    </MethodView>
  )
}
