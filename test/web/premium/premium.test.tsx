import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { premiumPageList, videosPath } from '#contract/values/videos/video-lists'
import { writeCookie } from '#web/lib/dom/write-cookie'
import { expectAccessible } from '../support/axe'
import { makeUser, makeVideo, renderSite, type SiteOptions, settings, shop } from '../support/site'

async function renderPremium(options: SiteOptions = {}) {
  const items = [1, 2, 3].map((id) => makeVideo(id, { isPremium: true }))
  const lists = { [videosPath(premiumPageList)]: { items, nextCursor: null } }
  renderSite('/premium', { ...options, boot: { lists, ...options.boot } })
  await screen.findByRole('heading', { level: 1 })
}

afterEach(() => writeCookie({ name: 'currency', value: '', maxAge: 0 }))

const main = () => within(screen.getByRole('main'))

describe('premium page', () => {
  it('shows a visitor a preview, the way in and the plans', async () => {
    await renderPremium()
    expect(main().getByRole('heading', { level: 1, name: 'Unlock Exclusive Adult Content' })).toBeTruthy()
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

  it('greets a member in the page instead of the pitch or a toast, and shows what they have', async () => {
    const premiumUntil = '2027-03-04T12:00:00.000Z'
    await renderPremium({ viewer: makeUser({ isPremium: true, premiumUntil }) })
    expect(main().getByRole('heading', { level: 1, name: 'Welcome back, viewer' })).toBeTruthy()
    expect(main().getByText('Every premium video is unlocked for you until March 4, 2027.')).toBeTruthy()
    expect(main().getByRole('heading', { name: 'Your Premium Content' })).toBeTruthy()
    expect(main().getByText('Premium Membership Active')).toBeTruthy()
    expect(main().getByRole('link', { name: 'Manage Subscription' }).getAttribute('href')).toBe(
      '/account?tab=subscription',
    )
    expect(main().queryByRole('group', { name: 'Plan' })).toBeNull()
    expect(main().queryByText('Premium Content')).toBeNull()
    expect(screen.queryByText('Premium Member')).toBeNull()
    await expectAccessible()
  })
})

describe('subscribe widget', () => {
  it('prices both plans in dollars first, in rupees on request', async () => {
    await renderPremium()
    const plans = () => main().getByRole('group', { name: 'Plan' }).textContent
    expect(plans()).toBe('PlanYearlySAVE 44%$99.99 /yearabout $8.34 a monthMonthly$14.99 /month')
    await userEvent.click(main().getByRole('radio', { name: 'INR' }))
    expect(plans()).toBe('PlanYearlySAVE 33%₹7,999 /yearabout ₹666.59 a monthMonthly₹999 /month')
  })

  it('has the currencies of the place at once, begins with its own, and remembers another', async () => {
    const offered = { ...shop, currencies: ['USD', 'INR', 'EUR', 'GBP'] as const, first: 'EUR' as const }
    const of = { boot: { shop: { ...offered, currencies: [...offered.currencies] } } }
    await renderPremium(of)
    const radios = () => within(main().getByRole('group', { name: 'Currency' })).getAllByRole('radio')
    expect(radios().map((radio) => [radio.parentElement?.textContent, radio.matches(':checked')])).toEqual([
      ['USD', false],
      ['INR', false],
      ['EUR', true],
      ['GBP', false],
    ])
    await userEvent.click(main().getByRole('radio', { name: 'GBP' }))
    expect(document.cookie).toContain('currency=GBP')
    await userEvent.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Home' }))
    await userEvent.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Premium' }))
    expect((await screen.findByRole('radio', { name: 'GBP' })).matches(':checked')).toBe(true)
  })

  it('takes one plan', async () => {
    await renderPremium()
    const [yearly, monthly] = within(main().getByRole('group', { name: 'Plan' })).getAllByRole('radio')
    await userEvent.click(monthly as HTMLElement)
    expect((monthly as HTMLInputElement).checked).toBe(true)
    expect((yearly as HTMLInputElement).checked).toBe(false)
  })

  it.each([
    [{ offersDownloads: false, offers4k: false }, []],
    [{ offersDownloads: true, offers4k: false }, ['Download videos']],
    [{ offersDownloads: false, offers4k: true }, ['Up to 4K video quality']],
  ])('promises what the site has: %j', async (offer, further) => {
    await renderPremium({ boot: { settings: { ...settings, ...offer } } })
    const always = ['Unlimited HD streaming', 'Ad-free experience', 'Exclusive content access']
    const list = main().getByText('Ad-free experience').closest('ul') as HTMLElement
    const listed = within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(listed).toEqual([...always, ...further, 'No automatic renewal'])
  })
})
