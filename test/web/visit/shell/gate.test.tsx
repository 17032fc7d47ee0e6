import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/axe'
import { makeUser, renderSite } from '../../support/site'

describe('age gate', () => {
  it('shows nothing of the page and asks the API for nothing', async () => {
    const { requests } = renderSite('/', { ageVerified: false })
    const gate = await screen.findByRole('dialog', { name: 'This site is for adults only' })
    expect(document.activeElement).toBe(gate)
    expect(screen.queryByRole('banner')).toBeNull()
    expect(screen.queryByRole('main')).toBeNull()
    expect(requests).toEqual([])
    await expectAccessible()
  })

  it('stands before somebody who is signed in', async () => {
    renderSite('/account', { ageVerified: false, viewer: makeUser() })
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })

  it('stores the confirmation in both places and lets in', async () => {
    renderSite('/categories', { ageVerified: false, answers: { '/api/videos': [] } })
    await userEvent.click(await screen.findByRole('button', { name: "Yes, I'm Over 18" }))
    expect(localStorage.getItem('ageVerified')).toBe('true')
    expect(document.cookie).toContain('age_verified=1')
    expect(await screen.findByRole('heading', { name: 'All Categories' })).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('refuses a minor, who can only leave', async () => {
    renderSite('/', { ageVerified: false })
    await userEvent.click(await screen.findByRole('button', { name: "No, I'm Under 18" }))
    const denied = screen.getByRole('dialog', { name: 'Access Denied' })
    expect(denied.textContent).toMatch(/at least 18 and have reached the age of majority/)
    expect(within(denied).getByRole('button', { name: 'Exit Site' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: "Yes, I'm Over 18" })).toBeNull()
    expect(document.activeElement).toBe(denied)
    expect(localStorage.getItem('ageVerified')).toBeNull()
    await expectAccessible()
  })

  it('takes the flag for the cookie and writes the cookie', () => {
    localStorage.setItem('ageVerified', 'true')
    renderSite('/terms', { ageVerified: false })
    expect(document.cookie).toContain('age_verified=1')
  })

  it('takes the cookie for the flag and writes the flag', () => {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
    document.cookie = 'age_verified=1; Path=/'
    renderSite('/', { ageVerified: false })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(localStorage.getItem('ageVerified')).toBe('true')
  })

  it.each(['/terms', '/privacy', '/2257', '/dmca', '/removal', '/contact', '/signin', '/signup', '/terms/'])(
    'leaves %s open',
    (path) => {
      renderSite(path, { ageVerified: false })
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(screen.getByRole('banner')).toBeTruthy()
    },
  )

  it.each(['/', '/categories/terms', '/premium', '/search', '/video/1', '/termsx', '/nowhere'])(
    'stands before %s',
    async (path) => {
      renderSite(path, { ageVerified: false })
      expect(await screen.findByRole('dialog')).toBeTruthy()
    },
  )

  it('stands again where one goes from an open page to a gated one', async () => {
    renderSite('/terms', { ageVerified: false })
    await userEvent.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Premium' }))
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })
})
