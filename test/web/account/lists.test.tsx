import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { ListChoice, ListItem, ShownList, VideoList } from '#contract/schemas/videos/lists'
import { listMessages } from '#contract/values/videos/lists'
import { ListsPage } from '#web/app/pages/account/lists.tsx'
import { SharedListPage } from '#web/app/pages/visit/shared-list.tsx'
import { inPlayingOrder, pathInList, readPlayed } from '#web/entities/list/playing-order'
import { changeViewer } from '#web/entities/viewer/change-viewer'
import { ListsPanel } from '#web/features/account/lists/lists-panel.tsx'
import { SaveToButton } from '#web/features/account/lists/save-to-button.tsx'
import { key } from '#web/lib/query/keys'
import { expectAccessible } from '../support/axe'
import { type PageOptions, problem, renderPage } from '../support/page'
import { pickItem } from '../support/pick-item'
import { makeUser, makeVideo, renderSite } from '../support/site'

const done = new Response(null, { status: 204 })
const addedAt = '2026-11-20T03:04:05.000Z'

function makeList(id: number, over: Partial<VideoList> = {}): VideoList {
  return { id, name: `List ${id}`, linkKey: null, isClosed: false, count: 3, updatedAt: addedAt, ...over }
}

const item = (id: number): ListItem => ({ videoId: id, video: makeVideo(id), addedAt })
const step = (id: number) => ({ id, isPremium: false, userId: 1, key: null })
const choice = (id: number, holds: boolean): ListChoice => ({ ...makeList(id), holds })

function Later() {
  const [isShown, show] = useState(false)
  if (isShown) return <SaveToButton video={makeVideo(1)} />
  return (
    <button type="button" onClick={() => show(true)}>
      Show
    </button>
  )
}

describe('the picker', () => {
  const mine = { 'GET /api/videos/mine?ids=1': [{ id: 1, liked: false, saved: false, position: null }] }

  async function open(answers: PageOptions['answers'] = {}, video = makeVideo(1)) {
    const view = renderPage('/', '/', <SaveToButton video={video} />, {
      viewer: makeUser(),
      answers: { ...mine, 'GET /api/lists/for/1': [choice(4, true), choice(5, false)], ...answers },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Save to…' }))
    await screen.findByRole('checkbox', { name: /List 4/ })
    return view
  }

  it('shows which lists hold the video, and is accessible', async () => {
    await open()
    const checked = () =>
      screen
        .getAllByRole<HTMLInputElement>('checkbox')
        .map((box) => [box.labels?.[0]?.textContent, box.checked])
    expect(checked()).toEqual([
      ['Saved', false],
      ['List 43 videos', true],
      ['List 53 videos', false],
    ])
    await expectAccessible()
  })

  it('puts the video into a list at once, and back when the server refuses', async () => {
    const full = problem(409, 'conflict', listMessages.full)
    const { sent } = await open({ 'PUT /api/lists/5/videos/1': full, 'DELETE /api/lists/4/videos/1': done })
    const four = screen.getByRole<HTMLInputElement>('checkbox', { name: /List 4/ })
    const five = screen.getByRole<HTMLInputElement>('checkbox', { name: /List 5/ })
    await userEvent.click(four)
    await waitFor(() => expect(four.checked).toBe(false))
    await userEvent.click(five)
    expect(await screen.findByText(listMessages.full)).toBeTruthy()
    await waitFor(() => expect(five.checked).toBe(false))
    expect(four.checked).toBe(false)
    const changes = sent
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} ${path}`)
    expect(changes).toEqual(['DELETE /api/lists/4/videos/1', 'PUT /api/lists/5/videos/1'])
  })

  it('makes a list with the video in it', async () => {
    let lists = [choice(4, false)]
    const { sent } = await open({
      'GET /api/lists/for/1': () => lists,
      'POST /api/lists': () => Response.json(makeList(9, { name: 'For tonight', count: 0 }), { status: 201 }),
      'PUT /api/lists/9/videos/1': () => {
        lists = [{ ...choice(9, true), name: 'For tonight' }, ...lists]
        return done
      },
    })
    const name = screen.getByRole('textbox', { name: 'New list' })
    await userEvent.type(name, 'For tonight{Enter}')
    expect(await screen.findByRole('checkbox', { name: /For tonight/, checked: true })).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'New list' })).toHaveProperty('value', '')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'New list' }))
    expect(screen.getByText('Added to For tonight')).toBeTruthy()
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ name: 'For tonight' })
  })

  it('puts an unlisted video into a list, and into a new one, by the key of its link', async () => {
    const unlistedKey = 'u'.repeat(22)
    const { sent } = await open(
      {
        'POST /api/lists': () => Response.json(makeList(9, { name: 'For tonight' }), { status: 201 }),
        [`PUT /api/lists/5/videos/1?key=${unlistedKey}`]: done,
        [`PUT /api/lists/9/videos/1?key=${unlistedKey}`]: done,
      },
      makeVideo(1, { isPublic: false, visibility: 'unlisted', unlistedKey }),
    )
    await userEvent.click(screen.getByRole('checkbox', { name: /List 5/ }))
    await userEvent.type(screen.getByRole('textbox', { name: 'New list' }), 'For tonight{Enter}')
    expect(await screen.findByText('Added to For tonight')).toBeTruthy()
    expect(sent.filter(({ method }) => method === 'PUT').map(({ path }) => path)).toEqual([
      `/api/lists/5/videos/1?key=${unlistedKey}`,
      `/api/lists/9/videos/1?key=${unlistedKey}`,
    ])
  })

  it('keeps the typed name when the server refuses it', async () => {
    const errors = [{ path: 'name', message: listMessages.taken }]
    await open({ 'POST /api/lists': problem(400, 'invalid_input', listMessages.taken, errors) })
    await userEvent.type(screen.getByRole('textbox', { name: 'New list' }), 'List 4{Enter}')
    expect(await screen.findByText(listMessages.taken)).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'New list' })).toHaveProperty('value', 'List 4')
  })

  it('opens for a visitor who has signed in for it, once', async () => {
    const user = makeUser()
    const { unmount } = renderSite('/video/1', {
      answers: {
        '/api/videos/1': makeVideo(1),
        '/api/videos/1/related': [],
        '/api/auth/login': user,
        '/api/auth/me': user,
        '/api/lists/for/1': [choice(4, false)],
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Save to…' }, { timeout: 5000 }))
    expect(await screen.findByText('Sign in to save videos')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    // The site's router is in memory here, but the page's own URL tells which sign-in this is.
    history.replaceState(null, '', '/signin?from=%2Fvideo%2F1')
    await userEvent.type(await screen.findByLabelText('Username'), 'viewer')
    await userEvent.type(screen.getByLabelText('Password'), 'nocturne-demo')
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
    const dialog = await screen.findByRole('dialog', { name: 'Save to…' }, { timeout: 5000 })
    expect(await within(dialog).findByRole('checkbox', { name: /List 4/, checked: false })).toBeTruthy()
    unmount()
    renderPage('/', '/', <SaveToButton video={makeVideo(1)} />, { viewer: user, answers: mine })
    expect(await screen.findByRole('button', { name: 'Save to…' })).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('stays closed for a visitor who signed in for another video, or for who comes next', async () => {
    const { queryClient } = renderPage('/', '/', <Later />, { viewer: makeUser(), answers: mine })
    const wanted = key('lists', 'wanted')
    queryClient.setQueryData(wanted, 1)
    await changeViewer(queryClient, null)
    expect(queryClient.getQueryData(wanted)).toBeUndefined()
    queryClient.setQueryData(wanted, 2)
    await userEvent.click(screen.getByRole('button', { name: 'Show' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(queryClient.getQueryData(wanted)).toBeUndefined()
  })
})

describe('the lists', () => {
  it('are links, and are accessible', async () => {
    const lists: ShownList[] = [
      { ...makeList(4), posterUrl: null },
      { ...makeList(5, { linkKey: 'k'.repeat(22), count: 1 }), posterUrl: null },
    ]
    renderPage('/account', '/account', <ListsPanel />, {
      viewer: makeUser(),
      answers: { 'GET /api/lists': lists },
    })
    expect((await screen.findByRole('link', { name: 'List 4' })).getAttribute('href')).toBe('/lists/4')
    expect(screen.getByText('1 video · Shared by link')).toBeTruthy()
    await expectAccessible()
  })

  it('say what would stand here', async () => {
    renderPage('/account', '/account', <ListsPanel />, {
      viewer: makeUser(),
      answers: { 'GET /api/lists': [] },
    })
    expect(await screen.findByText('No lists yet')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'New list' })).toBeTruthy()
  })
})

describe('a list', () => {
  const titles = () =>
    within(screen.getByRole('list', { name: 'Videos in this list' }))
      .queryAllByRole('heading')
      .map(({ textContent }) => textContent)

  async function renderList(items: ListItem[], answers: PageOptions['answers'] = {}, list = makeList(4)) {
    const view = renderPage('/lists/4', '/lists/:id?', <ListsPage />, {
      viewer: makeUser(),
      answers: {
        'GET /api/lists/4': list,
        'GET /api/lists/4/videos': () => [...items],
        'GET /api/lists/4/order': items.map(({ videoId }) => step(videoId)),
        ...answers,
      },
    })
    await screen.findByRole('list', { name: 'Videos in this list' })
    return view
  }

  it.each([
    [3, '{ArrowUp}', ['Video 1', 'Video 3', 'Video 2'], '3', { before: 2 }],
    [1, '{ArrowDown}', ['Video 2', 'Video 1', 'Video 3'], '2', { before: 1 }],
    [3, '{Home}', ['Video 3', 'Video 1', 'Video 2'], '3', { before: 1 }],
    [1, '{End}', ['Video 2', 'Video 3', 'Video 1'], '1', { before: null }],
  ] as const)('is ordered by keyboard: %i, %s', async (video, keys, expected, moved, body) => {
    const items = [item(1), item(2), item(3)]
    const { sent } = await renderList(items, {
      [`PATCH /api/lists/4/videos/${moved}`]: () => {
        const order: readonly string[] = expected
        const at = ({ videoId }: ListItem) => order.indexOf(`Video ${videoId}`)
        items.sort((one, other) => at(one) - at(other))
        return done
      },
    })
    screen.getByRole('button', { name: `Move: Video ${video}` }).focus()
    await userEvent.keyboard(keys)
    await waitFor(() => expect(titles()).toEqual(expected))
    await waitFor(() =>
      expect(sent.filter(({ method }) => method === 'PATCH')).toEqual([
        { method: 'PATCH', path: `/api/lists/4/videos/${moved}`, body },
      ]),
    )
    const at = expected.indexOf(`Video ${video}`) + 1
    expect(screen.getByText(`Video ${video} moved to position ${at} of 3.`)).toBeTruthy()
    const label = `Move: Video ${video}`
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(label))
  })

  it('is ordered by dragging, and Escape gives up', async () => {
    const items = [item(1), item(2), item(3)]
    const { sent } = await renderList(items, {
      'PATCH /api/lists/4/videos/1': () => {
        items.splice(0, 2, item(2), item(1))
        return done
      },
    })
    const rows = screen.getByRole('list', { name: 'Videos in this list' }).children
    for (const [at, row] of [...rows].entries())
      row.getBoundingClientRect = () => new DOMRect(0, at * 100, 300, 100)
    const handle = screen.getByRole('button', { name: 'Move: Video 1' })
    handle.setPointerCapture = () => undefined
    fireEvent.pointerDown(handle, { button: 0, pointerId: 1 })
    fireEvent.pointerMove(handle, { clientY: 210, pointerId: 1 })
    fireEvent.keyDown(document.body, { key: 'Escape' })
    fireEvent.pointerUp(handle, { pointerId: 1 })
    expect(titles()).toEqual(['Video 1', 'Video 2', 'Video 3'])
    fireEvent.pointerDown(handle, { button: 0, pointerId: 1 })
    fireEvent.pointerMove(handle, { clientY: 210, pointerId: 1 })
    fireEvent.pointerUp(handle, { pointerId: 1 })
    await waitFor(() => expect(titles()).toEqual(['Video 2', 'Video 1', 'Video 3']))
    await waitFor(() => expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ before: 3 }))
  })

  it('goes back when a move is refused', async () => {
    await renderList([item(1), item(2)], {
      'PATCH /api/lists/4/videos/2': problem(429, 'rate_limited', 'Too many moves.'),
    })
    screen.getByRole('button', { name: 'Move: Video 2' }).focus()
    await userEvent.keyboard('{ArrowUp}')
    expect(await screen.findByText('Too many moves.')).toBeTruthy()
    await waitFor(() => expect(titles()).toEqual(['Video 1', 'Video 2']))
  })

  it('shows what is unavailable, which can be removed', async () => {
    const items = [{ ...item(1), video: null }, item(2)]
    const { sent } = await renderList(items, {
      'DELETE /api/lists/4/videos/1': () => {
        items.shift()
        return done
      },
    })
    expect(titles()).toEqual(['Unavailable video', 'Video 2'])
    await expectAccessible()
    await userEvent.click(screen.getByRole('button', { name: 'Actions: Unavailable video' }))
    await pickItem('Remove from list')
    await waitFor(() => expect(titles()).toEqual(['Video 2']))
    expect(sent.some(({ method, path }) => `${method} ${path}` === 'DELETE /api/lists/4/videos/1')).toBe(true)
  })

  it('plays from its first video', async () => {
    await renderList([item(1), item(2)])
    const play = await screen.findByRole('button', { name: 'Play all' })
    await userEvent.click(play)
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/video/1?list=4')
  })

  it('says when it can not be played, and plays on the next press', async () => {
    const order = vi.fn(() => problem(429, 'rate_limited', 'Too many.'))
    await renderList([item(1)], { 'GET /api/lists/4/order': order as () => unknown })
    expect(order).not.toHaveBeenCalled()
    const play = screen.getByRole('button', { name: 'Play all' })
    await userEvent.click(play)
    expect(await screen.findByText("Couldn't play the list")).toBeTruthy()
    order.mockImplementation(() => Response.json([step(1)]))
    await userEvent.click(play)
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/video/1?list=4')
  })

  it('is shared by a link, which can be replaced and closed', async () => {
    const [first, second] = ['a'.repeat(22), 'b'.repeat(22)]
    const { sent } = await renderList([item(1)], {
      'PATCH /api/lists/4': ({ body }: { body: unknown }) =>
        makeList(4, { linkKey: (body as { isShared: boolean }).isShared ? first : null }),
      'POST /api/lists/4/link': makeList(4, { linkKey: second }),
    })
    await userEvent.click(screen.getByRole('button', { name: 'Share' }))
    await userEvent.click(await screen.findByRole('switch', { name: 'Share by link' }))
    const link = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link to this list' })
    expect(link.value).toContain(`/list/${first}`)
    await expectAccessible()
    await userEvent.click(screen.getByRole('button', { name: 'New link' }))
    await waitFor(() => expect(link.value).toContain(`/list/${second}`))
    expect(sent.find(({ path }) => path.endsWith('/link'))?.body).toEqual({ replaces: first })
    await userEvent.click(screen.getByRole('switch', { name: 'Share by link' }))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Link to this list' })).toBeNull())
  })

  it('is deleted once that is confirmed', async () => {
    await renderList([item(1)], { 'DELETE /api/lists/4': done, 'GET /api/lists': [] })
    screen.getByRole('button', { name: 'List actions' }).focus()
    await userEvent.keyboard('{Enter}')
    const menu = await screen.findByRole('menu')
    await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true))
    const wanted = within(menu).getByRole('menuitem', { name: 'Delete list' })
    for (let step = 0; step < 3 && !wanted.hasAttribute('data-highlighted'); step += 1)
      await userEvent.keyboard('{ArrowDown}')
    await userEvent.keyboard('{Enter}')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete list' }, { timeout: 5000 }))
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/account?tab=lists')
  })

  it('has the others in the account', async () => {
    renderPage('/lists', '/lists/:id?', <ListsPage />, { viewer: makeUser() })
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/account?tab=lists')
  })
})

describe('a shared list', () => {
  const key = 'k'.repeat(22)

  it('is for everyone with its link', async () => {
    renderPage(`/list/${key}`, '/list/:key', <SharedListPage />, {
      answers: {
        [`GET /api/list/${key}`]: { name: 'For tonight' },
        [`GET /api/list/${key}/videos`]: [makeVideo(1)],
        [`GET /api/list/${key}/order`]: [step(1)],
      },
    })
    expect(await screen.findByRole('heading', { level: 1, name: 'For tonight' })).toBeTruthy()
    const link = await screen.findByRole('link', { name: 'Video 1' })
    expect(link.getAttribute('href')).toBe(`/video/1?list=${key}`)
    await expectAccessible()
  })

  it('is closed by staff, who say why', async () => {
    const { sent } = renderPage(`/list/${key}`, '/list/:key', <SharedListPage />, {
      viewer: makeUser({ staff: 'moderator' }),
      answers: {
        [`GET /api/list/${key}`]: { name: 'For tonight' },
        [`GET /api/list/${key}/videos`]: [makeVideo(1)],
        [`GET /api/list/${key}/order`]: [step(1)],
        [`POST /api/admin/lists/${key}/close`]: { ownerId: 2 },
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Close link' }, { timeout: 5000 }))
    const dialog = within(await screen.findByRole('dialog', {}, { timeout: 5000 }))
    await userEvent.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Its name advertises.')
    await userEvent.click(dialog.getByRole('button', { name: 'Close link' }))
    expect(await screen.findByText('404 Page Not Found')).toBeTruthy()
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ note: 'Its name advertises.' })
    await userEvent.click(screen.getByRole('button', { name: 'Open account' }))
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/admin?tab=users&user=2')
  })

  it('is not found by any other key', async () => {
    renderPage(`/list/${key}`, '/list/:key', <SharedListPage />)
    expect(await screen.findByText('404 Page Not Found')).toBeTruthy()
  })
})

describe('the playing order', () => {
  it('shuffles each video once, the same way again, and begins where it should', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 1e9 }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(ids, fc.nat(0xffffffff), (all, seed) => {
        const steps = all.map(step)
        const [first = 0] = all
        const order = inPlayingOrder(steps, `${seed}.${first}`).map(({ id }) => id)
        expect(order.toSorted()).toEqual(all.toSorted())
        expect(order[0]).toBe(first)
        expect(inPlayingOrder(steps, `${seed}.${first}`).map(({ id }) => id)).toEqual(order)
      }),
    )
  })

  it('differs from seed to seed, and from the list', () => {
    const steps = Array.from({ length: 20 }, (_, at) => step(at + 1))
    const orders = [null, '1', '2', '3'].map((seed) =>
      inPlayingOrder(steps, seed)
        .map(({ id }) => id)
        .join(),
    )
    expect(new Set(orders).size).toBe(4)
  })

  it('is read from the address that it writes', () => {
    const key = 'k'.repeat(22)
    for (const played of [
      { list: '12', shuffle: null },
      { list: key, shuffle: '5.7' },
    ]) {
      const path = pathInList({ id: 3, key: 'u'.repeat(22) }, played)
      expect(path).toContain(`/video/3?key=${'u'.repeat(22)}&list=`)
      expect(readPlayed(new URL(path, 'http://localhost').search)).toEqual(played)
    }
    for (const search of ['', '?list=', '?list=0', '?list=short', `?list=${key}A`])
      expect(readPlayed(search)).toBeNull()
  })
})
