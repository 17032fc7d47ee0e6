import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Followed } from '#contract/schemas/videos/profiles'
import { feedPath } from '#contract/values/videos/people-lists'
import { expectAccessible } from '../support/axe'
import { makeUser, makeVideo, renderSite } from '../support/site'

function makeFollowed(id: number, more: Partial<Followed> = {}): Followed {
  const followedAt = '2026-03-01T12:00:00.000Z'
  return { id, username: `person${id}`, avatarUrl: null, followers: id, hasPage: true, followedAt, ...more }
}

it('people whom one follows say so without a question for each, and can be left', async () => {
  const answers: Record<string, unknown> = {
    '/api/account/follows': [makeFollowed(3), makeFollowed(4, { hasPage: false })],
    '/api/users/3/follow': { following: false, followers: 2 },
  }
  const { requests } = renderSite('/following', {
    viewer: makeUser(),
    boot: { lists: { [feedPath]: { items: [makeVideo(1)], nextCursor: null } } },
    answers,
  })
  const people = await screen.findByRole('region', { name: 'People you follow' })
  for (const name of ['person3', 'person4']) within(people).getByRole('button', { name: `Following ${name}` })
  expect(within(people).getByText('3 followers')).toBeTruthy()
  expect(within(people).getByText('No public videos now')).toBeTruthy()
  await expectAccessible()
  expect(requests.filter((address) => address.startsWith('/api/account/follows/'))).toEqual([])

  answers['/api/account/follows'] = [makeFollowed(4)]
  await userEvent.click(within(people).getByRole('button', { name: 'Following person3' }))
  expect(await screen.findByText('You no longer follow person3.')).toBeTruthy()
  await waitFor(() => expect(within(people).queryByText('person3')).toBeNull())
  expect(within(people).getByText('person4')).toBeTruthy()
})
