import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Offer } from '#contract/schemas/payments/payments'
import type { ClaimMethod, Coin } from '#contract/values/payments/payments'
import { currencies, defaultPrices } from '#contract/values/payments/prices'
import { key } from '#web/lib/query/keys'
import { expectAccessible } from '../support/axe'
import { problem } from '../support/page'
import { settings, shop } from '../support/site'
import { agree, member, paymentOptions, renderWidget, scan } from '../support/subscribe'

const method = (name: RegExp) => screen.getByRole('button', { name })
const open = (name: RegExp) => userEvent.click(method(name))
/** Waits for the view of a method, which loads once it is opened. */
const viewShown = () => screen.findByRole('button', { name: 'Cancel' })
async function openView(name: RegExp) {
  await open(name)
  await viewShown()
}
async function renderView(options: Parameters<typeof renderWidget>[0]) {
  const widget = await renderWidget(options)
  await viewShown()
  return widget
}
const toasts = () => within(screen.getByRole('region', { name: /^Notifications/ }))
const submitted = { success: false, status: 'pending', message: "We're checking it." }

function stubClipboard(writeText = vi.fn(async (_text: string) => {})) {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  return writeText
}
afterEach(() => Reflect.deleteProperty(navigator, 'clipboard'))

describe('methods', () => {
  it('depend on the currency: the wallet takes dollars, the Indian ways rupees', async () => {
    await renderWidget()
    expect(screen.getByRole('list', { name: 'Payment method' }).textContent).toBe(
      'PayPalBalance or cardCryptoCoins',
    )
    await userEvent.click(screen.getByRole('radio', { name: 'INR' }))
    expect(screen.queryByRole('button', { name: /PayPal/ })).toBeNull()
    for (const name of [/Razorpay/, /UPI/, /Netbanking/, /Crypto/]) expect(method(name)).toBeTruthy()
    await expectAccessible()
  })

  it('come in the order of the operator, and only those that are offered', async () => {
    const [wallet, , upi, , crypto] = paymentOptions.offers
    const offers = [crypto, upi, wallet] as Offer[]
    await renderWidget({ options: { offers } })
    const names = () => within(screen.getByRole('list', { name: 'Payment method' })).getAllByRole('button')
    expect(names().map(({ dataset }) => dataset.method)).toEqual(['crypto', 'wallet'])
    await userEvent.click(screen.getByRole('radio', { name: 'INR' }))
    expect(names().map(({ dataset }) => dataset.method)).toEqual(['crypto', 'upi'])
  })

  it('bring euros and pounds where one takes them, at the prices of the settings', async () => {
    const boot = { shop: { ...shop, currencies: [...currencies] } }
    const { queryClient } = await renderWidget({ boot, options: { card: { descriptor: 'NOCTURNE' } } })
    const chosen = screen
      .getAllByRole<HTMLInputElement>('radio')
      .map(({ labels }) => labels?.[0]?.textContent)
    expect(chosen.slice(0, 4)).toEqual(['USD', 'INR', 'EUR', 'GBP'])
    const plans = () => screen.getByRole('group', { name: 'Plan' }).textContent
    await userEvent.click(screen.getByRole('radio', { name: 'EUR' }))
    expect(plans()).toBe('PlanYearlySAVE 44%€99.99 /yearabout €8.34 a monthMonthly€14.99 /month')
    expect(await screen.findByText('365 days')).toBeTruthy()
    expect(screen.getAllByRole('definition')[0]?.textContent).toBe('€99.99 EUR')
    expect(screen.getAllByRole('button', { name: /Card|PayPal|Crypto/ })).toHaveLength(1)
    const prices = { ...defaultPrices, GBP: { monthly: 1000, yearly: 11_950 } }
    act(() => queryClient.setQueryData(key('site', 'settings'), { ...settings, prices }))
    await userEvent.click(screen.getByRole('radio', { name: 'GBP' }))
    // A saving of less than half a percent isn't shown.
    expect(plans()).toBe('PlanYearly£119.50 /yearabout £9.96 a monthMonthly£10 /month')
    await expectAccessible()
  })

  it('keep the currency of the place with another plan, and take none that is not offered from the address', async () => {
    const offers: Offer[] = [{ method: 'card', currencies: ['EUR', 'GBP'] }]
    const options = { card: { descriptor: 'NOCTURNE' }, offers }
    const boot = { shop: { ...shop, currencies: ['EUR' as const, 'GBP' as const], first: 'EUR' as const } }
    const isChosen = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked
    await renderWidget({ options, boot, query: '?currency=USD' })
    expect(screen.queryByRole('radio', { name: 'USD' })).toBeNull()
    expect(isChosen('EUR')).toBe(true)
    await userEvent.click(screen.getByRole('radio', { name: /^Monthly/ }))
    expect(isChosen('EUR')).toBe(true)
    expect(method(/Card/)).toBeTruthy()
  })

  it('have no price until the settings are known', async () => {
    const { queryClient } = await renderWidget()
    const price = () => screen.queryAllByText(/\$\d/)
    expect(price().length).toBeGreaterThan(0)
    await act(() => queryClient.resetQueries({ queryKey: key('site', 'settings') }).catch(() => {}))
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(price()).toEqual([])
  })

  it('say price, term and what happens at its end beside them, with a link to the terms', async () => {
    await renderWidget({ query: '?plan=monthly&currency=INR' })
    const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(facts).toEqual([
      '₹999 INR',
      '30 days',
      expect.stringMatching(/November \d+, 2026/),
      'Does not renew',
      'Refund policy (opens in a new tab)',
      'contact@example.org',
    ])
    expect(screen.getByRole('link', { name: /^Refund policy/ }).getAttribute('href')).toBe('/terms')
  })

  it('that are not set up can be asked why, and open nothing', async () => {
    await renderWidget({ query: '?currency=INR', options: { upi: null } })
    expect(method(/UPI/).textContent).toContain('UNAVAILABLE')
    await open(/UPI/)
    expect(toasts().getByText('UPI is unavailable')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Pay with UPI' })).toBeNull()
  })

  it('show crypto as paused, which cannot be selected', async () => {
    await renderWidget({ options: { crypto: { paused: true, addresses: {} } } })
    expect(method(/Crypto/).textContent).toContain('PAUSED')
    expect(method(/Crypto/).getAttribute('aria-disabled')).toBe('true')
    await open(/Crypto/)
    expect(toasts().getByText('Cryptocurrency payments unavailable')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Pay with crypto' })).toBeNull()
  })

  it('can be asked for again when they could not be loaded', async () => {
    let answer: unknown = problem(503, 'internal', 'Not now.')
    await renderWidget({ answers: { 'GET /api/premium/options': () => answer }, ready: /Not now/ })
    answer = paymentOptions
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: /PayPal/ })).toBeTruthy()
  })

  it('lead a visitor to sign in, and back to the same choice', async () => {
    const video = `?video=1&key=${'u'.repeat(22)}`
    await renderWidget({ viewer: null, query: `${video}&plan=monthly&currency=INR&saleID=7` })
    await open(/UPI/)
    const { textContent } = await screen.findByTestId('elsewhere')
    const from = new URLSearchParams(textContent?.split('?').slice(1).join('?')).get('from')
    expect(textContent).toMatch(/^\/signin\?/)
    expect(from).toBe(`/premium${video}&plan=monthly&currency=INR&method=upi`)
  })

  it('open by an address that names one, but none that is not offered or loads a script', async () => {
    const upi = await renderWidget({ query: '?currency=INR&method=upi&plan=monthly' })
    expect(await screen.findByRole('heading', { name: 'Pay with UPI' })).toBeTruthy()
    upi.unmount()
    const usd = await renderWidget({ query: '?currency=USD&method=upi' })
    expect(method(/PayPal/)).toBeTruthy()
    usd.unmount()
    await renderWidget({ query: '?currency=USD&method=wallet' })
    expect(method(/PayPal/)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a method’s view', () => {
  it('takes the focus, and Cancel gives it back to the method', async () => {
    await renderWidget({ query: '?currency=INR' })
    await openView(/UPI/)
    const heading = screen.getByRole('heading', { name: 'Pay with UPI' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    await expectAccessible()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(document.activeElement).toBe(method(/UPI/))
  })

  it('closes when the plan or the currency changes, and leaves the focus there', async () => {
    await renderWidget({ query: '?currency=INR' })
    await openView(/UPI/)
    await userEvent.click(screen.getByRole('radio', { name: /Monthly/ }))
    expect(method(/UPI/)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: /Monthly/ }))
    await openView(/Netbanking/)
    await userEvent.click(screen.getByRole('radio', { name: 'USD' }))
    expect(method(/PayPal/)).toBeTruthy()
  })
})

describe('UPI', () => {
  const query = '?currency=INR&plan=monthly&method=upi'
  const confirm = 'POST /api/premium/confirm-upi'
  const verify = async (reference: string) => {
    await agree()
    await userEvent.type(screen.getByLabelText('UPI reference ID'), reference)
    await userEvent.click(screen.getByRole('button', { name: 'Verify Payment' }))
  }

  it('shows a code that really pays, the ID to copy, and a link for the phone', async () => {
    const writeText = stubClipboard()
    await renderView({ query })
    await agree()
    const uri =
      'upi://pay?pa=nocturne.sandbox@upi&pn=Membership&am=999.00&cu=INR&tn=Membership%2C%2030%20days'
    expect(await scan(/QR code to pay ₹999/)).toBe(uri)
    await userEvent.click(screen.getByRole('tab', { name: 'UPI ID' }))
    await userEvent.click(screen.getByRole('button', { name: 'Copy UPI ID' }))
    expect(writeText).toHaveBeenCalledWith('nocturne.sandbox@upi')
    expect(toasts().getByText('UPI ID copied')).toBeTruthy()
    await userEvent.click(screen.getByRole('tab', { name: 'App' }))
    expect(screen.getByRole('link', { name: 'Open UPI app' }).getAttribute('href')).toBe(uri)
  })

  it('says so where copying is forbidden', async () => {
    stubClipboard(vi.fn(async () => Promise.reject(new Error('forbidden'))))
    await renderView({ query })
    await agree()
    await userEvent.click(screen.getByRole('tab', { name: 'UPI ID' }))
    await userEvent.click(screen.getByRole('button', { name: 'Copy UPI ID' }))
    expect(await toasts().findByText("Couldn't copy")).toBeTruthy()
  })

  it('asks for the reference, and sends nothing without', async () => {
    const { sent } = await renderView({ query })
    await verify('   ')
    expect(toasts().getByText('Reference ID required')).toBeTruthy()
    expect(toasts().getByText('Please enter the UPI reference ID from your payment')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('UPI reference ID'))
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('is busy while it asks, and asks once', async () => {
    const answer = Promise.withResolvers<unknown>()
    const { sent } = await renderView({ query, answers: { [confirm]: () => answer.promise } })
    await agree()
    await userEvent.type(screen.getByLabelText('UPI reference ID'), '033814379298')
    const button = screen.getByRole('button', { name: 'Verify Payment' })
    // Again before any timer runs, as happens on a busy device.
    await userEvent.setup({ delay: null }).dblClick(button)
    await waitFor(() => expect(button.textContent).toBe('Verifying...'))
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await userEvent.type(screen.getByLabelText('UPI reference ID'), '{Enter}')
    answer.resolve(submitted)
    await screen.findByRole('heading', { name: 'Payment submitted' })
    const posts = sent.filter(({ method }) => method === 'POST')
    expect(posts.map(({ body }) => body)).toEqual([
      { plan: 'monthly', upiReference: '033814379298', agreed: true },
    ])
  })

  it('makes a member at once, with one toast', async () => {
    const onBought = vi.fn()
    const answers = { [confirm]: { success: true }, 'GET /api/auth/me': member }
    const { queryClient } = await renderView({ query, answers, onBought })
    await verify('033814379298')
    expect(await toasts().findByText('Payment successful!')).toBeTruthy()
    expect(onBought).toHaveBeenCalledOnce()
    expect(queryClient.getQueryData(key('viewer'))).toEqual(member)
  })

  it('keeps what was typed after a failure, and says the fixed sentence', async () => {
    const answers = { [confirm]: { success: false, code: 'not_found', message: 'Some other words.' } }
    await renderView({ query, answers })
    await verify('033814379298')
    const text = "We couldn't verify your payment. Please try again or contact support."
    expect(await toasts().findByText(text)).toBeTruthy()
    const input = screen.getByLabelText<HTMLInputElement>('UPI reference ID')
    expect(input.value).toBe('033814379298')
    await waitFor(() => expect(document.activeElement).toBe(input))
  })

  it('shows what waits as submitted, which is no failure, and can be left', async () => {
    await renderView({ query, answers: { [confirm]: submitted } })
    await verify('033814379298')
    const heading = await screen.findByRole('heading', { name: 'Payment submitted' })
    expect(document.activeElement).toBe(heading)
    expect(screen.getByText("We're checking it.")).toBeTruthy()
    expect(screen.queryByText('Verification failed')).toBeNull()
    expect(screen.getByRole('link', { name: 'View my payments' }).getAttribute('href')).toBe(
      '/account?tab=subscription',
    )
    await expectAccessible()
    await userEvent.click(screen.getByRole('button', { name: 'Done' }))
    expect(document.activeElement).toBe(method(/UPI/))
  })

  it('confirms the payment of a member once the term is longer, not before', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let me = member
    const answers = { [confirm]: submitted, 'GET /api/auth/me': () => me }
    const onBought = vi.fn()
    await renderView({ query, viewer: member, answers, onBought })
    await verify('033814379298')
    await screen.findByRole('heading', { name: 'Payment submitted' })
    await vi.advanceTimersByTimeAsync(40_000)
    expect(onBought).not.toHaveBeenCalled()
    me = { ...member, premiumUntil: '2027-12-21T00:00:00.000Z' }
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await toasts().findByText('Payment confirmed!')).toBeTruthy()
  })

  it('no longer says what an earlier try said once the next one runs', async () => {
    let answer: unknown = { success: false, code: 'not_found' }
    await renderView({ query, answers: { [confirm]: () => answer } })
    await verify('033814379298')
    expect(await toasts().findByText('Verification failed')).toBeTruthy()
    answer = new Promise(() => {})
    await userEvent.click(screen.getByRole('button', { name: 'Verify Payment' }))
    expect(await screen.findByRole('button', { name: 'Verifying...' })).toBeTruthy()
    expect(toasts().queryByText('Verification failed')).toBeNull()
  })

  it('says what a limit says, and leads to sign in when the session ended', async () => {
    let answer = problem(429, 'rate_limited', 'Too many tries. Please wait an hour.')
    await renderView({ query, answers: { [confirm]: () => answer } })
    await verify('033814379298')
    expect(await toasts().findByText('Too many tries. Please wait an hour.')).toBeTruthy()
    answer = problem(401, 'unauthenticated', 'Please sign in first.')
    await userEvent.click(screen.getByRole('button', { name: 'Verify Payment' }))
    expect((await screen.findByTestId('elsewhere')).textContent).toMatch(/^\/signin\?from=/)
  })
})

describe('netbanking', () => {
  const query = '?currency=INR&method=netbanking'

  it('wants a bank before anything', async () => {
    const { sent } = await renderView({ query })
    await agree()
    await userEvent.click(screen.getByRole('button', { name: 'Pay via Netbanking' }))
    expect(toasts().getByText('Select a bank')).toBeTruthy()
    expect(toasts().getByText('Please select your bank to continue')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'State Bank of India' }))
    await userEvent.type(screen.getByLabelText('Bank reference number'), 'AB123456')
    await userEvent.click(screen.getByRole('button', { name: 'Verify Payment' }))
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('sends bank and reference, and keeps both after a failure', async () => {
    const answers = { 'POST /api/premium/confirm-netbanking': { success: false, code: 'not_found' } }
    const { sent } = await renderView({ query, answers })
    await agree()
    await userEvent.click(screen.getByRole('radio', { name: 'HDFC Bank' }))
    await userEvent.click(screen.getByRole('button', { name: 'Verify Payment' }))
    expect(toasts().getByText('Reference Number Required')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Bank reference number'), 'AB123456')
    await userEvent.click(screen.getByRole('button', { name: 'Verify Payment' }))
    const text = "We couldn't verify your transaction. Please try again or contact support."
    expect(await toasts().findByText(text)).toBeTruthy()
    expect(sent.at(-1)?.body).toEqual({
      plan: 'yearly',
      bankId: 'hdfc',
      transactionId: 'AB123456',
      agreed: true,
    })
    expect(screen.getByLabelText<HTMLInputElement>('Bank reference number').value).toBe('AB123456')
    await expectAccessible()
  })
})

describe('crypto', () => {
  const query = '?plan=monthly&method=crypto'
  const confirm = 'POST /api/premium/confirm-crypto'

  it('shows amount, network, address, code and exact links of each coin', async () => {
    const writeText = stubClipboard()
    await renderView({ query })
    await agree()
    expect(await screen.findByText('0.0005 BTC', { selector: 'span' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Copy Address' }))
    expect(writeText).toHaveBeenCalledWith('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
    expect(toasts().getByText('Address copied')).toBeTruthy()
    await userEvent.selectOptions(screen.getByLabelText('Coin'), 'ETH')
    await agree()
    await userEvent.click(screen.getByRole('tab', { name: 'QR code' }))
    const uri = 'ethereum:0x52908400098527886E0F7030069857D2E4169EE7@1?value=7000000000000000'
    expect(await scan(/Ethereum/)).toBe(uri)
    await userEvent.click(screen.getByRole('tab', { name: 'Advanced' }))
    expect(screen.getByRole('link', { name: 'Open in wallet' }).getAttribute('href')).toBe(uri)
    await userEvent.selectOptions(await screen.findByLabelText('Coin'), 'USDT')
    await agree()
    expect(screen.queryByRole('link', { name: 'Open in wallet' })).toBeNull()
    expect(within(screen.getByLabelText('Coin')).getAllByRole('option')).toHaveLength(3)
    await expectAccessible()
  })

  it('claims the yearly saving only where it is true', async () => {
    await renderView({ query })
    await waitFor(() => expect(screen.queryByText(/^SAVE/)).toBeNull())
    await userEvent.selectOptions(await screen.findByLabelText('Coin'), 'USDT')
    expect(screen.getByText('SAVE 44%')).toBeTruthy()
    await userEvent.selectOptions(screen.getByLabelText('Coin'), 'BTC')
    expect(screen.queryByText(/^SAVE/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByText('SAVE 44%')).toBeTruthy()
  })

  it('waits for a transaction ID, and then for the chain', async () => {
    const { sent } = await renderView({ query, answers: { [confirm]: { success: true } } })
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm Payment' })
    expect(button.disabled).toBe(true)
    await agree()
    await userEvent.type(screen.getByLabelText('Transaction ID'), ` ${'a'.repeat(64)} `)
    await userEvent.click(button)
    expect(await screen.findByRole('heading', { name: 'Payment confirmed!' })).toBeTruthy()
    expect(screen.getByText(/Premium starts once the network has confirmed it/)).toBeTruthy()
    expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { plan: 'monthly', currency: 'BTC', network: 'BTC', transactionId: 'a'.repeat(64), agreed: true },
    ])
  })

  it('says the server’s reason, or that it is paused by now', async () => {
    let answer: object = { success: false, code: 'mismatch', message: 'The chain shows another amount.' }
    await renderView({ query, answers: { [confirm]: () => answer } })
    await agree()
    await userEvent.type(screen.getByLabelText('Transaction ID'), 'a'.repeat(64))
    await userEvent.click(screen.getByRole('button', { name: 'Confirm Payment' }))
    expect(await toasts().findByText('The chain shows another amount.')).toBeTruthy()
    answer = { success: false, code: 'paused' }
    await userEvent.click(screen.getByRole('button', { name: 'Confirm Payment' }))
    expect(await toasts().findByText('Cryptocurrency payments unavailable')).toBeTruthy()
  })
})

describe('a method that was turned off', () => {
  const options = {
    upi: null,
    netbanking: null,
    crypto: null,
    offers: paymentOptions.offers.filter(({ method }) => method === 'wallet'),
    late: ['upi', 'netbanking', 'crypto'] as const satisfies ClaimMethod[],
    coins: ['ETH', 'LTC'] as const satisfies Coin[],
  }
  const paid = (name: string) => screen.getByRole('button', { name: `I've already paid ${name}` })

  it('takes the reference of who had paid by it, sells nothing, and gives the focus back', async () => {
    const answers = { 'POST /api/premium/confirm-upi': { success: true } }
    const { sent } = await renderWidget({ query: '?plan=monthly&currency=USD', options, answers })
    await userEvent.click(paid('by UPI'))
    await userEvent.type(await screen.findByLabelText('UPI reference ID'), '412345673814')
    expect(screen.getByRole('radio', { name: /Monthly.*₹999/ })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Enter the reference' })).toBeTruthy()
    expect([screen.queryByRole('tab'), screen.queryByText('Does not renew')]).toEqual([null, null])
    await expectAccessible()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(document.activeElement).toBe(paid('by UPI'))
    expect(screen.getByRole('radio', { name: /Monthly.*\$14\.99/ })).toBeTruthy()
    await userEvent.click(paid('by UPI'))
    await userEvent.type(await screen.findByLabelText('UPI reference ID'), '412345673814')
    await userEvent.click(screen.getByRole('button', { name: 'Verify Payment' }))
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
        plan: 'monthly',
        upiReference: '412345673814',
      }),
    )
  })

  it('is one of a bank, or of a coin that counts', async () => {
    await renderWidget({ query: '?plan=monthly&currency=USD', options })
    await userEvent.click(paid('by netbanking'))
    expect(await screen.findByText("I've already paid ₹999")).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Pay via Netbanking' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await userEvent.click(paid('with crypto'))
    const coin = within(await screen.findByLabelText('Coin'))
    expect(coin.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Ethereum (ETH)',
      'Litecoin (LTC)',
    ])
    await userEvent.selectOptions(screen.getByLabelText('Coin'), 'LTC')
    expect(screen.getByText(/^For a transfer of exactly .* LTC on the network LTC\./)).toBeTruthy()
  })
})
