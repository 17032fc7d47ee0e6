import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SentRequest } from '../support/page'
import { agree, renderWidget } from '../support/subscribe'

interface View {
  query: string
  button: string
  /** Label of a reference, and what is typed there. */
  typed?: [string, string]
  /** A choice that the view asks for besides. */
  choice?: string
  /** Tabs that show whom to pay, each with what it shows. */
  payees?: Record<string, string>
  consent: object
}

const rupees = '?plan=monthly&currency=INR&method='
const views: Record<string, View> = {
  card: {
    query: '?plan=monthly&method=card',
    button: 'Continue to payment',
    consent: { agreedMinor: 1499 },
  },
  bitcoin: {
    query: '?plan=monthly&method=bitcoin',
    button: 'Continue to payment',
    consent: { agreedMinor: 1499 },
  },
  UPI: {
    query: `${rupees}upi`,
    button: 'Verify Payment',
    typed: ['UPI reference ID', '033814379298'],
    payees: {
      'QR code': 'QR code to pay ₹999 to nocturne.sandbox@upi',
      'UPI ID': 'nocturne.sandbox@upi',
      App: 'upi://pay?pa=nocturne.sandbox@upi',
    },
    consent: { agreed: true },
  },
  netbanking: {
    query: `${rupees}netbanking`,
    button: 'Verify Payment',
    typed: ['Bank reference number', 'AB123456'],
    choice: 'HDFC Bank',
    consent: { agreed: true },
  },
  crypto: {
    query: '?plan=monthly&method=crypto',
    button: 'Confirm Payment',
    typed: ['Transaction ID', 'a'.repeat(64)],
    payees: {
      Payment: 'bc1qw508',
      'QR code': 'QR code of the Bitcoin address',
      Advanced: 'bitcoin:bc1qw508',
    },
    consent: { agreed: true },
  },
}

const options = { card: { descriptor: 'NOCTURNE 555-0100' }, bitcoin: {} }
const missing = 'Please agree to the price and the terms first.'
const until = /^Tick the box above to see .* Please don't send any money until then\.$/
/** Whom to pay, as a text, a code or a link. */
const payee = /sandbox@upi|bc1qw508|upi:|bitcoin:|QR code (of|to)/
const page = () => document.body.innerHTML
const posted = (sent: readonly SentRequest[]) =>
  sent.filter(({ method }) => method === 'POST').map(({ body }) => body)
const box = () => screen.findByRole<HTMLInputElement>('checkbox', { name: /^I agree to pay / })

afterEach(() => location.assign('#'))

describe('the consent', () => {
  it.each(Object.entries(views))('to %s is unticked, and nothing begins without it', async (_, view) => {
    const { query, button, typed, choice, payees = {}, consent } = view
    const { sent } = await renderWidget({ query, options })
    expect((await box()).checked).toBe(false)
    expect(page()).not.toMatch(payee)
    expect(screen.queryAllByText(until)).toHaveLength(Object.keys(payees).length > 0 ? 1 : 0)
    const reference = typed && screen.getByLabelText<HTMLInputElement>(typed[0])
    if (typed && reference) await userEvent.type(reference, typed[1])
    if (choice) await userEvent.click(screen.getByRole('radio', { name: choice }))
    await userEvent.click(screen.getByRole('button', { name: button }))
    expect(screen.getByText(missing)).toBeTruthy()
    expect(document.activeElement).toBe(await box())
    expect(posted(sent)).toEqual([])
    expect(reference?.value).toBe(typed?.[1])
    await agree()
    expect([screen.queryByText(missing), screen.queryByText(until)]).toEqual([null, null])
    for (const [tab, shown] of Object.entries(payees)) {
      await userEvent.click(screen.getByRole('tab', { name: tab }))
      expect(page()).toContain(shown)
    }
    await userEvent.click(screen.getByRole('button', { name: button }))
    await expect.poll(() => posted(sent)).toMatchObject([consent])
  })

  it('taken back hides whom to pay, and keeps the typed reference', async () => {
    await renderWidget({ query: `${rupees}upi`, options })
    await agree()
    await userEvent.click(screen.getByRole('tab', { name: 'UPI ID' }))
    const reference = screen.getByLabelText<HTMLInputElement>('UPI reference ID')
    await userEvent.type(reference, '033814379298')
    await agree()
    expect(page()).not.toMatch(payee)
    expect([reference.isConnected, reference.value]).toEqual([true, '033814379298'])
    expect(document.activeElement).toBe(await box())
    await agree()
    expect(screen.getByRole('tab', { name: 'UPI ID' }).ariaSelected).toBe('true')
  })

  it('to the bank’s own page is carried to the checkout, with the price', async () => {
    await renderWidget({ query: `${rupees}netbanking`, options })
    await userEvent.click(await screen.findByRole('radio', { name: 'HDFC Bank' }))
    const pay = screen.getByRole('button', { name: 'Pay via Netbanking' })
    await userEvent.click(pay)
    expect(screen.getByText(missing)).toBeTruthy()
    expect(screen.queryByTitle('Payment')).toBeNull()
    await agree()
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(width >= 48rem)' }))
    await userEvent.click(pay)
    const frame = await screen.findByTitle<HTMLIFrameElement>('Payment')
    expect(new URL(frame.src).searchParams.get('agreedMinor')).toBe('99900')
  })

  it('to an amount of one coin is none to that of another', async () => {
    await renderWidget({ query: views.crypto?.query ?? '', options })
    await agree()
    await userEvent.selectOptions(screen.getByLabelText('Coin'), 'ETH')
    expect((await box()).checked).toBe(false)
    expect(page()).not.toContain('0x52908400098527886E0F7030069857D2E4169EE7')
    expect((await box()).labels?.[0]?.textContent).toContain('0.007 ETH')
  })

  it('is asked for where the page took a method for one that is turned off', async () => {
    const { sent } = await renderWidget({
      query: `${rupees}upi`,
      options,
      answers: { 'POST /api/premium/confirm-upi': { success: false, code: 'not_agreed', message: missing } },
    })
    await userEvent.type(await screen.findByLabelText('UPI reference ID'), '033814379298')
    await agree()
    await userEvent.click(screen.getByRole('button', { name: 'Verify Payment' }))
    expect(await screen.findByText(missing)).toBeTruthy()
    await expect
      .poll(() => sent.filter(({ path }) => path === '/api/premium/options').length)
      .toBeGreaterThan(1)
  })
})
