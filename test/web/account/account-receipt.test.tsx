import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ReceiptPage } from '#web/app/pages/account/receipt.tsx'
import { expectAccessible } from '../support/axe'
import { type PageOptions, problem, renderPage } from '../support/page'
import { makeReceipt } from '../support/payments'
import { makeUser } from '../support/site'

const address = 'GET /api/account/payments/pmt_1'

function renderReceipt(answer: unknown, options: PageOptions = {}) {
  return renderPage('/account/receipts/pmt_1', '/account/receipts/:id', <ReceiptPage />, {
    viewer: makeUser(),
    answers: { [address]: answer },
    ...options,
  })
}

function facts(): Record<string, string | null> {
  const terms = screen.getAllByRole('term')
  return Object.fromEntries(
    terms.map((term) => [term.textContent, term.nextElementSibling?.textContent ?? null]),
  )
}

describe('a receipt', () => {
  it('says who paid whom, when, how much and for what', async () => {
    renderReceipt(makeReceipt())
    expect(await screen.findByRole('heading', { level: 1, name: 'Receipt' })).toBeTruthy()
    expect(facts()).toEqual({
      Date: 'October 6, 2026',
      'Billed to': 'viewerviewer@example.org',
      'Paid by': 'PayPal',
      Status: 'Successful',
      'Payment reference': '3C679366HH908993F',
      Order: 'ord_1',
    })
    expect(screen.getByRole('row', { name: /Membership, 30 days/ }).textContent).toContain(
      'October 6, 2026 to November 5, 2026',
    )
    expect(screen.getByRole('row', { name: /Total paid/ }).textContent).toBe('Total paid$14.99')
    expect(screen.queryByText('Refunded')).toBeNull()
    expect(document.title).toBe('Receipt pmt_1 · Nocturne')
    await expectAccessible()
  })

  it('says what went back', async () => {
    renderReceipt(makeReceipt({ status: 'refunded', refundedText: '$14.99', from: null, until: null }))
    expect((await screen.findByRole('row', { name: /^Refunded/ })).textContent).toBe('Refunded$14.99')
  })

  it('prints', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
    renderReceipt(makeReceipt())
    await userEvent.click(await screen.findByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
  })

  it('of somebody else is not found', async () => {
    renderReceipt(problem(404, 'not_found', 'The receipt does not exist.'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Receipt not found' })).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Go to your payments' })
    expect(link.getAttribute('href')).toBe('/account?tab=subscription')
  })

  it('is for whoever is signed in', async () => {
    renderReceipt(makeReceipt(), { viewer: null })
    expect((await screen.findByTestId('elsewhere')).textContent).toBe(
      '/signin?from=%2Faccount%2Freceipts%2Fpmt_1',
    )
  })
})
