import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Profile } from '#contract/schemas/videos/profiles'
import { profileVideosPath } from '#contract/values/videos/people-lists'
import { expectAccessible } from '../../support/axe'
import { makeUser, makeVideo, renderSite, type SiteOptions } from '../../support/site'

const profile: Profile = {
  id: 3,
  username: 'creator',
  about: 'Slow light.\n\nhttps://example.com',
  avatarUrl: null,
  joined: '2026-01',
  videos: 2,
  views: 12_345,
  followers: 12,
}

function renderProfile(options: SiteOptions & { shown?: Profile | null } = {}) {
  const { shown = profile } = options
  return renderSite('/u/creator', {
    ...options,
    boot: {
      profile: { name: 'creator', profile: shown },
      lists: {
        [profileVideosPath('creator', 'newest')]: { items: [makeVideo(1), makeVideo(2)], nextCursor: null },
      },
    },
  })
}

describe('the page of an uploader', () => {
  it('stands complete without a call to the API', async () => {
    const { requests } = renderProfile()
    expect(await screen.findByRole('heading', { level: 1, name: 'creator' })).toBeTruthy()
    for (const text of ['12 followers', '2 videos', '12K views', 'January 2026'])
      expect(screen.getByText(text)).toBeTruthy()
    // Not a link: anyone may write there.
    expect(screen.queryByRole('link', { name: /example.com/ })).toBeNull()
    expect(
      within(screen.getByRole('list', { name: 'Videos by creator' })).getAllByRole('article'),
    ).toHaveLength(2)
    expect(requests).toEqual([])
    await expectAccessible()
  })

  it('asks a visitor who follows to sign in', async () => {
    renderProfile()
    await userEvent.click(await screen.findByRole('button', { name: 'Follow creator' }))
    expect(await screen.findByText('Sign in to follow creator')).toBeTruthy()
  })

  it('follows at once, and goes back when the server refuses', async () => {
    const state = { following: false, followers: 12 }
    const answers: Record<string, unknown> = { '/api/account/follows/3': state }
    renderProfile({ viewer: makeUser(), answers })
    const button = await screen.findByRole('button', { name: 'Follow creator' })
    const refusal = { code: 'rate_limited', detail: 'Too many changes.', status: 429 }
    let refuse = (_: Response) => {}
    answers['/api/users/3/follow'] = new Promise<Response>((resolve) => {
      refuse = resolve
    })
    await waitFor(() => expect(screen.getByText('12 followers')).toBeTruthy())
    await userEvent.click(button)
    expect(await screen.findByRole('button', { name: 'Following creator', pressed: true })).toBeTruthy()
    expect(screen.getByText('13 followers')).toBeTruthy()
    refuse(Response.json(refusal, { status: 429 }))
    expect(await screen.findByRole('button', { name: 'Follow creator', pressed: false })).toBeTruthy()
    expect(screen.getByText('12 followers')).toBeTruthy()
  })

  it('follows when it is pressed before the answer whether one does', async () => {
    renderProfile({
      viewer: makeUser(),
      answers: {
        '/api/account/follows/3': new Promise(() => {}),
        '/api/users/3/follow': { following: true, followers: 20 },
        '/api/users/creator': { ...profile, followers: 20 },
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Follow creator' }))
    expect(await screen.findByText('Following creator')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Following creator', pressed: true })).toBeTruthy()
    expect(await screen.findByText('20 followers')).toBeTruthy()
  })

  it('asks again when such a press is refused', async () => {
    const answers: Record<string, unknown> = { '/api/account/follows/3': new Promise(() => {}) }
    renderProfile({ viewer: makeUser(), answers })
    const button = await screen.findByRole('button', { name: 'Follow creator' })
    const refusal = { code: 'rate_limited', detail: 'Too many changes.', status: 429 }
    answers['/api/users/3/follow'] = Response.json(refusal, { status: 429 })
    answers['/api/account/follows/3'] = { following: true, followers: 20 }
    await userEvent.click(button)
    expect(await screen.findByText('20 followers')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Following creator', pressed: true })).toBeTruthy()
  })

  it('tells its owner that nobody else sees it yet', async () => {
    renderProfile({ viewer: makeUser({ id: 3, username: 'creator' }), shown: { ...profile, videos: 0 } })
    expect(await screen.findByText('Only you can see this page')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Follow/ })).toBeNull()
  })

  it('is not found where there is none', async () => {
    renderProfile({ shown: null })
    expect(await screen.findByText('404 Page Not Found')).toBeTruthy()
  })
})
