import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { AdminTag } from '#contract/schemas/videos/tags'
import { TagsPanel } from '#web/features/admin/tags/tags-panel.tsx'
import { expectAccessible } from '../support/axe'
import { type PageOptions, problem, renderPage } from '../support/page'
import { makeUser } from '../support/site'

const make = (slug: string, over: Partial<AdminTag> = {}): AdminTag => ({
  slug,
  name: slug,
  videoCount: 3,
  blockedAt: null,
  mergedInto: null,
  ...over,
})
const tags = [
  make('night'),
  make('spam', { videoCount: 0, blockedAt: '2026-11-20T10:00:00.000Z' }),
  make('nacht', { videoCount: 0, mergedInto: { slug: 'night', name: 'night' } }),
]

async function renderTags(answers: PageOptions['answers'] = {}) {
  const view = renderPage('/admin?tab=tags', '/admin', <TagsPanel />, {
    viewer: makeUser({ isAdmin: true }),
    answers: { 'GET /api/admin/tags': tags, ...answers },
  })
  await screen.findByRole('table', { name: 'Tags' })
  const changes = () =>
    view.sent
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path, body }) => [method, path, ...(body ? [body] : [])])
  return changes
}

it('lists tags with what became of them, and what can be done', async () => {
  await renderTags()
  const rows = screen.getAllByRole('row').slice(1)
  expect(
    rows.map((row) =>
      within(row)
        .queryAllByRole('button')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([['Merge', 'Block'], ['Unblock'], ['Undo merge']])
  expect(screen.getByRole('link', { name: 'night' }).getAttribute('href')).toBe('/tag/night')
  await expectAccessible()
})

it('blocks after a confirmation, and unblocks without one', async () => {
  const changes = await renderTags({
    'PUT /api/admin/tags/night/block': make('night'),
    'DELETE /api/admin/tags/spam/block': make('spam'),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Block night' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Block “night”?' }))
  expect(changes()).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Block' }))
  expect(changes()).toEqual([['PUT', '/api/admin/tags/night/block']])
  await userEvent.click(await screen.findByRole('button', { name: 'Unblock spam' }))
  expect(changes().at(-1)).toEqual(['DELETE', '/api/admin/tags/spam/block'])
})

it('merges into a tag that is typed, and shows a refusal at the field', async () => {
  const fault = { path: 'into', message: 'Choose a tag that exists.' }
  const changes = await renderTags({
    'GET /api/tags?q=ev': [],
    'GET /api/tags?q=eve': [],
    'PUT /api/admin/tags/night/merge': problem(400, 'invalid_input', fault.message, [fault]),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Merge night' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge “night”' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }))
  expect(dialog.getByText('Enter a tag.')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Into'), 'eve')
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }))
  expect(await dialog.findByText(fault.message)).toBeTruthy()
  expect(changes()).toEqual([['PUT', '/api/admin/tags/night/merge', { into: 'eve' }]])
})
