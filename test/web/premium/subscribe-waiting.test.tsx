import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { premiumPageList, videosPath } from '../../../contract/values/videos/video-lists'
import { PremiumPage } from '../../../web/app/pages/premium/premium'
import { intersect } from '../support/browser/intersect'
import { renderPage } from '../support/page'
import { makeUser } from '../support/site'
import { member, paymentOptions } from '../support/subscribe'

const toasts = () => within(screen.getByRole('region', { name: /^Notifications/ }))

/** Opens the premium page while a reference waits; its confirmation grants premium. */
async function waitOnPage() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  // The session is answered once; later requests hang.
  const looks: unknown[] = []
  renderPage('/premium?currency=INR&method=upi', '/premium', <PremiumPage />, {
    viewer: makeUser(),
    answers: {
      'GET /api/premium/options': paymentOptions,
      [`GET ${videosPath(premiumPageList)}`]: [],
      'POST /api/premium/confirm-upi': { success: false, status: 'pending', message: 'We are checking it.' },
      'GET /api/auth/me': () => looks.pop() ?? new Promise(() => {}),
    },
  })
  act(() => intersect.all())
  await userEvent.type(await screen.findByLabelText('UPI reference ID'), '033814379298{Enter}')
  await screen.findByRole('heading', { name: 'Payment submitted' })
  return async () => {
    looks.push(member)
    await vi.advanceTimersByTimeAsync(15_000)
    return screen.findByRole('heading', { name: 'Premium Membership Active' })
  }
}

describe('a payment that is confirmed while it waits', () => {
  it('gives its place and the focus to the membership, and is what the page says', async () => {
    const grant = await waitOnPage()
    const heading = await grant()
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(toasts().getByText('Payment confirmed!')).toBeTruthy()
  })

  it('leaves the focus of whoever has moved on', async () => {
    const grant = await waitOnPage()
    const elsewhere = document.body.appendChild(document.createElement('button'))
    elsewhere.focus()
    await grant()
    expect(await toasts().findByText('Payment confirmed!')).toBeTruthy()
    expect(document.activeElement).toBe(elsewhere)
    elsewhere.remove()
  })
})
