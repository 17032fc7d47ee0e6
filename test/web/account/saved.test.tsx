import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SavedVideo } from '#contract/schemas/videos/library'
import { AccountPage } from '#web/app/pages/account/account.tsx'
import { movePlaced, moves, placingOf } from '#web/entities/video/reorder/move'
import { expectAccessible } from '../support/axe'
import { makeSaved } from '../support/library'
import { type PageOptions, problem, renderPage } from '../support/page'
import { makeUser } from '../support/site'

const done = new Response(null, { status: 204 })
const byVideo = ({ video }: SavedVideo) => video.id

async function renderSaved(kept: SavedVideo[], answers: PageOptions['answers'] = {}) {
  const view = renderPage('/account?tab=saved', '/account', <AccountPage />, {
    viewer: makeUser(),
    answers: { 'GET /api/account/saved?order=own': () => kept, ...answers },
  })
  await screen.findByRole('region', { name: 'Saved videos' })
  return view
}

const three = [makeSaved(1), makeSaved(2), makeSaved(3)]
const titles = () =>
  screen
    .queryAllByRole('heading', { level: 2 })
    .filter((heading) => heading.closest('article'))
    .map(({ textContent }) => textContent)

/** Chooses an item with the keyboard only. */
async function choose(video: number, item: string) {
  const trigger = await screen.findByRole('button', { name: `Actions: Video ${video}` })
  trigger.focus()
  await userEvent.keyboard('{Enter}')
  const menu = await screen.findByRole('menu')
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true))
  const wanted = within(menu).getByRole('menuitem', { name: item })
  for (let step = 0; step < 5 && !wanted.hasAttribute('data-highlighted'); step += 1) {
    await userEvent.keyboard('{ArrowDown}')
  }
  await userEvent.keyboard('{Enter}')
}

describe('saved videos', () => {
  it('stand in the order of their owner, or by age', async () => {
    await renderSaved(three, { 'GET /api/account/saved?order=oldest': [makeSaved(3), makeSaved(1)] })
    await waitFor(() => expect(titles()).toEqual(['Video 1', 'Video 2', 'Video 3']))
    await expectAccessible()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Oldest first')
    await waitFor(() => expect(titles()).toEqual(['Video 3', 'Video 1']))
    await userEvent.click(screen.getByRole('button', { name: 'Actions: Video 3' }))
    expect(await screen.findAllByRole('menuitem')).toHaveLength(1)
  })

  it('say what would stand here', async () => {
    await renderSaved([])
    expect(await screen.findByText('Nothing saved yet')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Explore videos' }).getAttribute('href')).toBe('/categories')
  })

  it.each([
    [3, 'Move up', ['Video 1', 'Video 3', 'Video 2'], '3', { before: 2 }],
    [1, 'Move down', ['Video 2', 'Video 1', 'Video 3'], '2', { before: 1 }],
    [3, 'Move to top', ['Video 3', 'Video 1', 'Video 2'], '3', { before: 1 }],
    [1, 'Move to bottom', ['Video 2', 'Video 3', 'Video 1'], '1', { before: null }],
  ] as const)('move: %i, %s', async (video, item, expected, moved, body) => {
    const { sent } = await renderSaved(three, { [`PUT /api/account/saved/${moved}/place`]: done })
    await choose(video, item)
    await waitFor(() => expect(titles()).toEqual(expected))
    await waitFor(() =>
      expect(sent.filter(({ method }) => method === 'PUT')).toEqual([
        { method: 'PUT', path: `/api/account/saved/${moved}/place`, body },
      ]),
    )
    expect(screen.getByText(`${item}: Video ${video}`)).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.outerHTML).toContain(`"Actions: Video ${video}"`))
  })

  it('move to an end that was not loaded, and the focus stays in the list', async () => {
    const begun = () =>
      Response.json([makeSaved(1), makeSaved(2)], {
        headers: { link: '</api/account/saved?order=own&cursor=two>; rel="next"' },
      })
    const { sent } = await renderSaved([], {
      'GET /api/account/saved?order=own': begun,
      'PUT /api/account/saved/2/place': done,
    })
    await choose(2, 'Move to bottom')
    await waitFor(() => expect(titles()).toEqual(['Video 1']))
    expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ before: null })
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Saved videos' })),
    )
  })

  it('go back to where they stood when the server refuses', async () => {
    await renderSaved(three, { 'PUT /api/account/saved/3/place': problem(500, 'internal', 'Not now.') })
    await choose(3, 'Move up')
    expect(await screen.findByText("Couldn't move it")).toBeTruthy()
    await waitFor(() => expect(titles()).toEqual(['Video 1', 'Video 2', 'Video 3']))
  })

  it('are taken out at once, and the focus moves on', async () => {
    await renderSaved(three, { 'DELETE /api/videos/2/save': { saved: false } })
    await choose(2, 'Remove from Saved')
    await waitFor(() => expect(titles()).toEqual(['Video 1', 'Video 3']))
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Actions: Video 3'))
  })
})

describe('moves', () => {
  const page = (ids: number[], nextCursor: string | null) => ({ items: ids.map(makeSaved), nextCursor })

  it('show what the server will say, wherever pages begin', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.nat({ max: 8 }),
        fc.nat({ max: 7 }),
        fc.constantFrom(...moves),
        (count, cut, at, move) => {
          const ids = Array.from({ length: count }, (_, index) => index + 1)
          const id = ids[at % count] ?? 1
          const pages = [page(ids.slice(0, cut), cut < count ? 'more' : null)]
          if (cut < count) pages.push(page(ids.slice(cut), null))
          const placing = placingOf(ids, id, move)
          const shown = placing
            ? movePlaced({ pages, pageParams: [] }, placing, byVideo)?.pages.flatMap(({ items }) =>
                items.map(({ video }) => video.id),
              )
            : ids
          const from = ids.indexOf(id)
          const to = { top: 0, up: Math.max(0, from - 1), down: from + 1, end: count }[move]
          const expected = ids.toSpliced(from, 1).toSpliced(to, 0, id)
          expect(shown).toEqual(expected)
        },
      ),
    )
  })

  it('to an end that was not loaded take it off the screen', () => {
    const placing = placingOf([1, 2], 1, 'end')
    const moved = placing && movePlaced({ pages: [page([1, 2], 'more')], pageParams: [] }, placing, byVideo)
    expect(moved?.pages[0]?.items.map(({ video }) => video.id)).toEqual([2])
  })
})
