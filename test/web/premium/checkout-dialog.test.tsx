import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { PremiumPage } from '#web/app/pages/premium/premium.tsx'
import { readCheckoutMessage } from '#web/entities/payment/checkout-messages'
import { key } from '#web/lib/query/keys'
import { intersect } from '../support/browser/intersect'
import { renderPage } from '../support/page'
import { makeUser } from '../support/site'
import { member, paymentOptions, renderWidget } from '../support/subscribe'

const toasts = () => within(screen.getByRole('region', { name: /^Notifications/ }))

const Address = () => <output data-testid="address">{useLocation().search}</output>

describe('the dialog around the checkout', () => {
  const desktop = () =>
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(width >= 48rem)' }))

  async function openDialog(options: Parameters<typeof renderWidget>[0] = {}) {
    const view = await renderWidget({ query: '?plan=monthly', ...options })
    return { ...view, ...(await openFrame()) }
  }

  async function openFrame() {
    desktop()
    await userEvent.click(await screen.findByRole('button', { name: /PayPal/ }))
    const frame = await screen.findByTitle<HTMLIFrameElement>('Payment')
    const say = (message: object, over: MessageEventInit = {}) =>
      act(() =>
        window.dispatchEvent(
          new MessageEvent('message', {
            origin: location.origin,
            source: frame.contentWindow,
            data: { mark: 'nocturne-checkout', message },
            ...over,
          }),
        ),
      )
    return { frame, say }
  }

  it('frames the document, which may ask for the browser’s payment sheet', async () => {
    const { frame } = await openDialog()
    expect(frame.getAttribute('src')).toBe('/checkout?plan=monthly&currency=USD&method=wallet')
    expect(frame.getAttribute('allow')).toBe('payment')
    expect(screen.getByRole('dialog', { name: 'Pay with PayPal' })).toBeTruthy()
  })

  it('can’t read a locked video’s key in the address around it, and still leads back to the video', async () => {
    const linkKey = 'u'.repeat(22)
    const page = (
      <>
        <PremiumPage />
        <Address />
      </>
    )
    const answers = { 'GET /api/premium/options': paymentOptions, 'GET /api/auth/me': member }
    renderPage(`/premium?plan=monthly&video=1&key=${linkKey}`, '/premium', page, {
      viewer: makeUser(),
      answers,
    })
    act(() => intersect.all())
    const { frame, say } = await openFrame()
    expect(frame.getAttribute('src')).toBe('/checkout?plan=monthly&currency=USD&method=wallet&video=1')
    expect(screen.getByTestId('address').textContent).toBe('?plan=monthly')
    say({ type: 'bought', title: 'Subscription successful!', description: 'You now have premium access' })
    const back = await screen.findByRole('link', { name: 'Watch the video' })
    expect(back.getAttribute('href')).toBe(`/video/1?key=${linkKey}`)
  })

  it('makes a member at once, when the frame says so', async () => {
    const onBought = vi.fn()
    const { say, queryClient } = await openDialog({ onBought, answers: { 'GET /api/auth/me': member } })
    say({ type: 'bought', title: 'Subscription successful!', description: 'You now have premium access' })
    expect(await toasts().findByText('Subscription successful!')).toBeTruthy()
    expect(onBought).toHaveBeenCalledOnce()
    expect(queryClient.getQueryData(key('viewer'))).toEqual(member)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('has room for the order from the start, then for what the document says, or all that there is', async () => {
    const { say, frame } = await openDialog()
    expect(frame.style.height).toBe('357px')
    say({ type: 'height', height: 405 })
    expect(frame.style.height).toBe('405px')
    say({ type: 'height', height: null })
    expect(frame.style.height).toBe('')
  })

  it('believes neither another origin nor another window nor another shape', async () => {
    const { say, sent } = await openDialog()
    const before = sent.length
    const bought = { type: 'bought', title: 'Free', description: '' }
    say(bought, { origin: 'https://evil.test' })
    say(bought, { source: window })
    say(bought, { data: { mark: 'else', message: bought } })
    say(bought, { data: 'text' })
    expect(screen.getByTitle('Payment')).toBeTruthy()
    expect(sent.length).toBe(before)
  })

  it('stays while a payment is confirmed, and else closes when it is asked to', async () => {
    const { say } = await openDialog()
    say({ type: 'busy', busy: true })
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    // Escape was pressed inside the frame.
    say({ type: 'close' })
    expect(screen.getByRole('dialog')).toBeTruthy()
    say({ type: 'busy', busy: false })
    say({ type: 'other-method' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('button', { name: /PayPal/ })).toBeTruthy()
  })

  it('can be closed when the document that was busy is gone', async () => {
    const { say, frame } = await openDialog()
    say({ type: 'busy', busy: true })
    fireEvent.load(frame)
    say({ type: 'close' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows what waits as submitted', async () => {
    const { say } = await openDialog()
    say({ type: 'pending', text: 'The provider still looks at it.' })
    expect(await screen.findByRole('heading', { name: 'Payment submitted' })).toBeTruthy()
    expect(screen.getByText('The provider still looks at it.')).toBeTruthy()
  })
})

it('a message without a frame to come from is none', () => {
  expect(readCheckoutMessage({ origin: location.origin, source: null, data: {} }, null)).toBeNull()
})
