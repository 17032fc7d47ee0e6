import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { premiumFeatures } from '../../../contract/values/payments/prices'
import { premiumPageList, videosPath } from '../../../contract/values/videos/video-lists'
import { expectAccessible } from '../support/axe'
import { makeUser, makeVideo, renderSite, type SiteOptions } from '../support/site'

async function renderPremium(options: SiteOptions = {}) {
  const items = [1, 2, 3].map((id) => makeVideo(id, { isPremium: true }))
  const lists = { [videosPath(premiumPageList)]: { items, nextCursor: null } }
  renderSite('/premium', { boot: { lists }, ...options })
  await screen.findByRole('heading', { level: 1, name: 'Unlock Exclusive Adult Content' })
}

const main = () => within(screen.getByRole('main'))

describe('premium page', () => {
  it('shows a visitor a preview, the way in and the plans', async () => {
    await renderPremium()
    expect(main().getByRole('heading', { level: 2, name: 'Premium Content Preview' })).toBeTruthy()
    expect(main().getAllByText('Premium Content')).toHaveLength(3)
    expect(main().getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/signin')
    expect(main().getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/signup')
    expect(screen.queryByText('Premium Membership Active')).toBeNull()
    await expectAccessible()
  })

  it('asks nobody to sign in who is', async () => {
    await renderPremium({ viewer: makeUser() })
    expect(main().queryByRole('link', { name: 'Sign In' })).toBeNull()
    expect(main().getByRole('group', { name: 'Plan' })).toBeTruthy()
  })

  it('shows a member what they have, and greets them', async () => {
    await renderPremium({ viewer: makeUser({ isPremium: true }) })
    expect(main().getByRole('heading', { name: 'Your Premium Content' })).toBeTruthy()
    expect(main().getByText('Premium Membership Active')).toBeTruthy()
    expect(main().getByRole('link', { name: 'Manage Subscription' }).getAttribute('href')).toBe(
      '/account?tab=subscription',
    )
    expect(main().queryByRole('group', { name: 'Plan' })).toBeNull()
    expect(main().queryByText('Premium Content')).toBeNull()
    expect(screen.getByText('Premium Member')).toBeTruthy()
    expect(screen.getByText('You have access to all premium content')).toBeTruthy()
    await expectAccessible()
  })
})

describe('subscribe widget', () => {
  it('prices both plans in dollars first, in rupees on request', async () => {
    await renderPremium()
    const plans = () => main().getByRole('group', { name: 'Plan' }).textContent
    expect(plans()).toBe('PlanYearlySAVE 44%$99.99 /yearMonthly$14.99 /month')
    await userEvent.click(main().getByRole('radio', { name: 'INR' }))
    expect(plans()).toBe('PlanYearlySAVE 33%₹7,999 /yearMonthly₹999 /month')
  })

  it('takes one plan', async () => {
    await renderPremium()
    const [yearly, monthly] = within(main().getByRole('group', { name: 'Plan' })).getAllByRole('radio')
    await userEvent.click(monthly as HTMLElement)
    expect((monthly as HTMLInputElement).checked).toBe(true)
    expect((yearly as HTMLInputElement).checked).toBe(false)
  })

  it('lists what is in it', async () => {
    await renderPremium()
    for (const feature of premiumFeatures) expect(main().getByText(feature)).toBeTruthy()
  })
})
