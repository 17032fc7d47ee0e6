import { useState } from 'react'
import type { PaymentOptions } from '#contract/schemas/payments/payments'
import { type Coin, coinFacts, formatAtomic, transactionIdLength } from '#contract/values/payments/payments'
import { call, client } from '#web/lib/api'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ReferenceForm } from '../claims/reference-form'
import type { ClaimEnds } from '../claims/use-claim'
import { OnceAgreed } from '../once-agreed'
import { type OrderFacts, OrderNote } from '../order-note'
import { useConsent } from '../use-consent'
import { CopyRow } from './copy-row'
import { coinUri } from './payment-uri'
import { MethodView } from './view'

const tabs = [
  { value: 'payment', label: 'Payment' },
  { value: 'qrcode', label: 'QR code' },
  { value: 'advanced', label: 'Advanced' },
] as const
type Tab = (typeof tabs)[number]['value']

const words = {
  done: {
    title: 'Payment confirmed!',
    description: 'Your payment has been processed. Premium access will be granted soon.',
  },
  failed: "We couldn't verify your transaction. Please try again or contact support.",
  serverFirst: true,
}

export interface CryptoViewProps {
  order: OrderFacts
  /** The locked video that led here. */
  video: number | undefined
  /** Empty where only the reference is asked for. */
  addresses: NonNullable<PaymentOptions['crypto']>['addresses']
  coins: readonly Coin[]
  coin: Coin
  onCoin: (coin: Coin) => void
  /** Title where only the reference is asked for, since the money was sent already. */
  asks: string | null
  ends: ClaimEnds
  onCancel: () => void
}

export function CryptoView(props: CryptoViewProps) {
  const { order, video, addresses, coins, coin, onCoin, asks, ends, onCancel } = props
  const [tab, setTab] = useState<Tab>('payment')
  const { name, network, decimals, amounts } = coinFacts[coin]
  const { plan } = order
  const address = addresses[coin] ?? ''
  const amount = `${formatAtomic(amounts[plan], decimals)} ${coin}`
  const consent = useConsent(amount)
  const uri = coinUri(coin, address, plan)
  return (
    <MethodView title={asks ?? 'Pay with Crypto'} onCancel={onCancel}>
      <Field label="Coin">
        <Select value={coin} onChange={(event) => onCoin(event.target.value as Coin)}>
          {coins.map((each) => (
            <option key={each} value={each}>
              {coinFacts[each].name} ({each})
            </option>
          ))}
        </Select>
      </Field>
      {asks ? null : <OrderNote {...order} total={amount} consent={consent} />}
      {asks ? null : (
        <OnceAgreed consent={consent} what="the address and QR code">
          <Tabs label={`Ways to pay with ${name}`} tabs={tabs} value={tab} onChange={setTab}>
            {tab === 'payment' ? (
              <dl>
                <CopyRow
                  label="Amount"
                  value={amount}
                  raw={formatAtomic(amounts[plan], decimals)}
                  copied="Amount copied"
                />
                <CopyRow label="Network" value={network} />
                <CopyRow label="Address" value={address} copied="Address copied" />
              </dl>
            ) : tab === 'qrcode' ? (
              <div className="grid gap-3">
                <QrCode text={uri ?? address} label={`QR code of the ${name} address`} />
                <p className="text-center text-dim text-meta">
                  {uri
                    ? `Contains the address and the amount, ${amount}.`
                    : `Contains only the address: enter ${amount} in your wallet, on the network ${network}.`}
                </p>
              </div>
            ) : (
              <div className="grid gap-3">
                {uri ? (
                  <a
                    href={uri}
                    className="inline-flex h-11 items-center justify-center justify-self-start rounded-full bg-surface-2 px-5 font-bold hover:bg-surface-3"
                  >
                    Open in wallet
                  </a>
                ) : (
                  <p className="text-dim">
                    There's no standard wallet link for {name}. Copy the address and amount instead.
                  </p>
                )}
                <dl>
                  {uri ? <CopyRow label="Link" value={uri} copied="Link copied" /> : null}
                  <CopyRow label="Smallest unit" value={amounts[plan]} copied="Amount copied" />
                  <CopyRow label="Address" value={address} copied="Address copied" />
                </dl>
              </div>
            )}
          </Tabs>
        </OnceAgreed>
      )}
      <ReferenceForm
        label="Transaction ID"
        help={`For a transfer of exactly ${amount} on the network ${network}. We can't match other amounts automatically.`}
        maxLength={transactionIdLength.max}
        button="Confirm Payment"
        needsText
        missing={{
          title: 'Transaction ID required',
          description: 'Please enter your transaction ID to confirm payment',
        }}
        check={() => asks !== null || consent.check()}
        words={words}
        ends={ends}
        send={(transactionId) =>
          call(
            client.api.premium['confirm-crypto'].$post({
              json: { plan, currency: coin, network, transactionId, video, ...(!asks && { agreed: true }) },
            }),
          )
        }
      />
    </MethodView>
  )
}
