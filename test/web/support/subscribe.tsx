import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Offer, PaymentOptions } from '#contract/schemas/payments/payments'
import { methodCurrencies } from '#contract/values/payments/payments'
import { SubscribeWidget } from '#web/features/premium/plans/subscribe-widget.tsx'
import { intersect } from './browser/intersect'
import { type PageOptions, renderPage } from './page'
import { makeUser } from './site'

export const paymentOptions: PaymentOptions = {
  now: '2026-10-06T12:00:00.000Z',
  termsVersion: 1,
  offers: [
    { method: 'wallet', currencies: ['USD'] },
    { method: 'checkout', currencies: ['INR'] },
    { method: 'upi', currencies: ['INR'] },
    { method: 'netbanking', currencies: ['INR'] },
    { method: 'crypto', currencies: ['USD', 'INR'] },
  ],
  late: [],
  coins: ['BTC', 'ETH', 'USDT'],
  card: null,
  wallet: { scriptUrl: 'https://wallet.test/sdk.js' },
  checkout: { scriptUrl: 'https://checkout.test/checkout.js' },
  upi: { payee: 'nocturne.sandbox@upi', payeeName: 'Membership' },
  netbanking: {},
  bitcoin: null,
  crypto: {
    paused: false,
    addresses: {
      BTC: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      ETH: '0x52908400098527886E0F7030069857D2E4169EE7',
      USDT: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    },
  },
}

export const member = makeUser({ isPremium: true, premiumUntil: '2027-11-21T00:00:00.000Z' })

interface WidgetOptions extends PageOptions {
  /** Query of the URL. */
  query?: string
  options?: Partial<PaymentOptions>
  onBought?: () => void
  /** A text that appears once everything has loaded. */
  ready?: RegExp
}

/** Renders the widget alone and in view, with its methods loaded. */
export async function renderWidget({
  query = '',
  options,
  onBought,
  ready = /Does not renew/,
  ...page
}: WidgetOptions = {}) {
  const answers = {
    'GET /api/premium/options': { ...paymentOptions, offers: offersWith(options), ...options },
    'GET /api/auth/me': makeUser(),
    ...page.answers,
  }
  const widget = <SubscribeWidget {...(onBought && { onBought })} />
  const view = renderPage(`/premium${query}`, '/premium', widget, { viewer: makeUser(), ...page, answers })
  act(() => intersect.all())
  await screen.findByText(ready)
  return view
}

/** Agrees to the order that is shown. */
export async function agree(): Promise<void> {
  await userEvent.click(await screen.findByRole('checkbox', { name: /^I agree to pay/ }))
}

/** Returns the offers. Methods on a provider's page are offered if they are set up. */
function offersWith({ card, bitcoin }: Partial<PaymentOptions> = {}): Offer[] {
  return [
    ...(card ? [{ method: 'card' as const, currencies: [...methodCurrencies.card] }] : []),
    ...(bitcoin ? [{ method: 'bitcoin' as const, currencies: [...methodCurrencies.bitcoin] }] : []),
    ...paymentOptions.offers,
  ]
}

/** Reads a drawn code like a camera. */
export async function scan(label: RegExp): Promise<string> {
  const { default: decodeQR } = await import('qr/decode.js')
  const svg = screen.getByRole('img', { name: label })
  const modules = Number(svg.getAttribute('viewBox')?.split(' ')[2])
  const scale = 4
  const side = modules * scale
  const data = new Uint8Array(4 * side * side).fill(255)
  const drawn = svg.querySelector('path')?.getAttribute('d') ?? ''
  for (const [, x, y, run] of drawn.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1) {
      for (let column = Number(x) * scale; column < (Number(x) + Number(run)) * scale; column += 1) {
        data.fill(0, 4 * (row * side + column), 4 * (row * side + column) + 3)
      }
    }
  }
  return decodeQR({ width: side, height: side, data })
}
