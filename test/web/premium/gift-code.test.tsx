import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { RedeemedGiftCode } from '#contract/schemas/payments/gift-codes'
import { giftCodeMessages, giftCodeOf, spacedGiftCode } from '#contract/values/payments/gift-codes'
import { AccountPage } from '#web/app/pages/account/account.tsx'
import { PremiumPage } from '#web/app/pages/premium/premium.tsx'
import { expectAccessible } from '../support/axe'
import { type PageOptions, problem, renderPage } from '../support/page'
import { makeSubscription } from '../support/payments'
import { makeUser } from '../support/site'

const code = spacedGiftCode(giftCodeOf(new Uint8Array(26).fill(7)))
const premiumUntil = '2026-12-28T12:00:00.000Z'
const route = 'POST /api/premium/gift-codes'
const done: RedeemedGiftCode = { days: 30, premiumUntil }
const label = 'Have a gift code?'

const pages = {
  premium: ['/premium', '/premium', <PremiumPage key="premium" />],
  account: ['/account?tab=subscription', '/account', <AccountPage key="account" />],
} as const

function renderForm(page: keyof typeof pages, answers: PageOptions['answers'] = {}, viewer = makeUser()) {
  const [path, route, element] = pages[page]
  return renderPage(path, route, element, {
    viewer,
    answers: { 'GET /api/account/subscription': makeSubscription(), 'GET /api/auth/me': viewer, ...answers },
  })
}

async function openForm() {
  await userEvent.click(await screen.findByRole('button', { name: label }))
  const dialog = await screen.findByRole('dialog', { name: 'Redeem a gift code' })
  return { dialog, box: within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Gift code' }) }
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Redeem code' }))

describe.each(Object.keys(pages) as (keyof typeof pages)[])(
  'the form for a gift code, on the %s page',
  (page) => {
    it('redeems what is typed, says until when premium is active, and asks the site again', async () => {
      const { sent } = renderForm(page, { [route]: done })
      const { box } = await openForm()
      await userEvent.type(box, ` ${code.toLowerCase()} `)
      const asked = () => sent.filter(({ path }) => path === '/api/auth/me').length
      const before = asked()
      await submit()
      const outcome = await screen.findByRole('dialog', { name: 'Gift code redeemed' })
      expect(outcome.textContent).toContain(
        'Premium, 30 days. Your premium is active until December 28, 2026.',
      )
      expect(sent.find(({ method }) => method === 'POST')?.path).toBe('/api/premium/gift-codes')
      await waitFor(() => expect(asked()).toBeGreaterThan(before))
      await expectAccessible()
      await userEvent.click(within(outcome).getByRole('button', { name: 'Done' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    })
  },
)

describe('the form for a gift code', () => {
  it('tells a typo before it is sent, and keeps what was typed when it is refused', async () => {
    const own = "You've already redeemed this code, on November 20, 2026."
    const refusals = [
      problem(400, 'invalid_input', giftCodeMessages.invalid, [
        { path: 'code', message: giftCodeMessages.invalid },
      ]),
      problem(409, 'conflict', own, [{ path: 'code', message: own }]),
      problem(429, 'rate_limited', 'Too many gift codes that failed. Try again in 60 minutes.'),
      problem(503, 'maintenance', 'The site is down for maintenance. Please come back later.'),
    ]
    const { sent } = renderForm('premium', { [route]: () => refusals.shift() })
    const { dialog, box } = await openForm()
    await submit()
    expect(await within(dialog).findByText(giftCodeMessages.incomplete)).toBeTruthy()
    await userEvent.type(box, code.slice(0, -1))
    await submit()
    expect(within(dialog).getByText(giftCodeMessages.incomplete)).toBeTruthy()
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
    await userEvent.clear(box)
    await userEvent.type(box, code)
    for (const text of [
      giftCodeMessages.invalid,
      own,
      'Too many gift codes that failed. Try again in 60 minutes.',
      'The site is down for maintenance. Please come back later.',
    ]) {
      await submit()
      expect(await within(dialog).findByText(text)).toBeTruthy()
      expect(box.value).toBe(code)
    }
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(4)
    await expectAccessible()
  })

  it('has visitors sign in first, and isn’t for staff', async () => {
    const visitor = renderPage('/premium?video=1', '/premium', <PremiumPage />)
    const link = await screen.findByRole('link', { name: label })
    expect(link.getAttribute('href')).toBe('/signin?from=%2Fpremium%3Fvideo%3D1')
    visitor.unmount()
    renderForm('account', {}, makeUser({ isAdmin: true }))
    expect(await screen.findByRole('heading', { name: 'Admin Account' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: label })).toBeNull()
  })

  it('is followed by the code among the gifts of the account', async () => {
    const gift = { id: 'c1', at: '2026-11-28T12:00:00.000Z', days: 30, reason: null, revokedAt: null }
    const gifts = [{ ...gift, from: gift.at, until: premiumUntil }]
    const member = makeUser({ isPremium: true, premiumUntil })
    const subscription = makeSubscription({ status: 'active', premiumUntil, gifts })
    renderForm('account', { 'GET /api/account/subscription': subscription }, member)
    const list = within(await screen.findByRole('region', { name: 'Gifts' }))
    expect(list.getAllByText('Premium, 30 days').length).toBeGreaterThan(0)
    expect(list.getAllByText('Gift code').length).toBeGreaterThan(0)
    expect(screen.getByText("From a gift code. You won't be charged when it ends.")).toBeTruthy()
  })
})
