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
    consent: { agreed: true },
  },
}

const options = { card: { descriptor: 'NOCTURNE 555-0100' }, bitcoin: {} }
const missing = 'Please agree to the price and the terms first.'
const posted = (sent: readonly SentRequest[]) =>
  sent.filter(({ method }) => method === 'POST').map(({ body }) => body)
const box = () => screen.findByRole<HTMLInputElement>('checkbox', { name: /^I agree to pay / })

afterEach(() => location.assign('#'))

describe('the consent', () => {
  it.each(Object.entries(views))('to %s is unticked, and nothing begins without it', async (_, view) => {
    const { query, button, typed, choice, consent } = view
    const { sent } = await renderWidget({ query, options })
    expect((await box()).checked).toBe(false)
    const reference = typed && screen.getByLabelText<HTMLInputElement>(typed[0])
    if (typed && reference) await userEvent.type(reference, typed[1])
    if (choice) await userEvent.click(screen.getByRole('radio', { name: choice }))
    await userEvent.click(screen.getByRole('button', { name: button }))
    expect(screen.getByText(missing)).toBeTruthy()
    expect(document.activeElement).toBe(await box())
    expect(posted(sent)).toEqual([])
    expect(reference?.value).toBe(typed?.[1])
    await agree()
    expect(screen.queryByText(missing)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: button }))
    await expect.poll(() => posted(sent)).toMatchObject([consent])
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
