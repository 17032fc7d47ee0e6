import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { VideoCopies } from '#contract/schemas/moderation/safety'
import { ModeratorActions } from '#web/features/admin/safety/moderator-actions.tsx'
import { RemovalsPanel } from '#web/features/admin/safety/removals/removals-panel.tsx'
import { expectAccessible } from '../../support/axe'
import { type PageOptions, problem, renderPage } from '../../support/page'
import { caseVideo, makeAppeal, makeRequest } from '../../support/safety'
import { makeUser, makeVideo } from '../../support/site'

const requests = 'GET /api/admin/removal-requests?status=open'
const appeals = 'GET /api/admin/appeals'
const viewer = makeUser({ isAdmin: true })
const hour = 3_600_000

function renderRemovals(answers: PageOptions['answers'] = {}, query = '') {
  return renderPage(`/admin?tab=removals${query}`, '/admin', <RemovalsPanel />, {
    viewer,
    answers: { [requests]: [], [appeals]: [], ...answers },
  })
}

function inHours(hours: number): string {
  return new Date(Date.now() + hours * hour + 30_000).toISOString()
}

describe('removal requests', () => {
  it('count down, and say what was reminded of', async () => {
    renderRemovals({
      [requests]: [
        makeRequest(1, { dueAt: inHours(-2), escalated: 44 }),
        makeRequest(2, { dueAt: inHours(3), escalated: 44 }),
        makeRequest(3, { dueAt: inHours(20), escalated: 24 }),
        makeRequest(4),
      ],
    })
    const cards = await screen.findAllByRole('article')
    expect(cards[0]?.textContent).toContain('Overdue by 1 h 59 min')
    expect(cards[1]?.textContent).toContain('3 h 0 min left')
    expect(cards[1]?.textContent).toContain('last reminder after 44 hours')
    expect(cards[2]?.textContent).toContain('last reminder after 24 hours')
    expect(cards[3]?.textContent).toContain('no reminder yet')
    expect(cards[3]?.textContent).toContain('I am in the video')
    expect(cards[3]?.textContent).toContain('Anna Example, anna@example.org')
    expect(screen.getByRole('link', { name: 'Open 4' })).toBeTruthy()
    await expectAccessible()
  })

  it('are granted with a reason', async () => {
    let open = [makeRequest(1)]
    const { sent } = renderRemovals({
      [requests]: () => open,
      'POST /api/admin/removal-requests/1/decide': () => {
        open = []
        return new Response(null, { status: 204 })
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Remove video of request 1' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove video' }))
    await userEvent.type(dialog.getByLabelText('Reason, in your own words'), 'There was no consent.')
    await expectAccessible(screen.getByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Remove video' }))
    expect(await screen.findByText('Video removed')).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'No open requests' })).toBeTruthy()
    expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { decision: 'remove', note: 'There was no consent.' },
    ])
  })

  it('without a video need its number', async () => {
    const lost = { video: null, videoId: null, videoTitle: null, uploader: null, url: 'the one with the cat' }
    const { sent } = renderRemovals({
      [requests]: [makeRequest(1, lost)],
      'POST /api/admin/removal-requests/1/decide': new Response(null, { status: 204 }),
    })
    expect(await screen.findByText("The URL doesn't match any video on this site.")).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Remove video of request 1' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove video' }))
    await userEvent.type(dialog.getByLabelText('Reason, in your own words'), 'There was no consent.')
    await userEvent.click(dialog.getByRole('button', { name: 'Remove video' }))
    const number = dialog.getByLabelText('Video ID')
    expect(dialog.getByText('Enter the video ID, e.g. 123.')).toBeTruthy()
    expect(document.activeElement).toBe(number)
    await userEvent.type(number, '77')
    // Until the copies are known, the button says that it waits for them.
    await userEvent.click(await dialog.findByRole('button', { name: 'Remove video' }))
    expect(await screen.findByText('Video removed')).toBeTruthy()
    expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { decision: 'remove', note: 'There was no consent.', videoId: 77 },
    ])
  })

  it('are refused, and one that somebody else decided says so', async () => {
    let open = [makeRequest(1)]
    renderRemovals({
      [requests]: () => open,
      'POST /api/admin/removal-requests/1/decide': () => {
        open = []
        return problem(409, 'conflict', 'This request has been decided.')
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Decline request 1' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Decline request' }))
    expect(dialog.queryByLabelText('Video ID')).toBeNull()
    const both = "The uploader and the requester will see this word for word. Don't name anyone."
    expect(dialog.getByText(both)).toBeTruthy()
    await userEvent.type(dialog.getByLabelText('Reason, in your own words'), 'You are not in it.')
    await userEvent.click(dialog.getByRole('button', { name: 'Decline request' }))
    expect(await dialog.findByText('This request has been decided.')).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('heading', { name: 'No open requests' })).toBeTruthy()
  })

  it.each([
    ['a video that is gone', { video: null }],
    ['one that is removed already', { video: { ...caseVideo, hold: 'removed' as const } }],
  ])('about %s are refused with words for whoever asked alone', async (_, over) => {
    renderRemovals({
      [requests]: [makeRequest(1, over)],
      'POST /api/admin/removal-requests/1/decide': new Response(null, { status: 204 }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Decline request 1' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Decline request' }))
    expect(dialog.getByText('The requester will see this word for word.')).toBeTruthy()
    await userEvent.type(dialog.getByLabelText('Reason, in your own words'), 'You are not in it.')
    await userEvent.click(dialog.getByRole('button', { name: 'Decline request' }))
    expect(await screen.findByText('The requester will get an email.')).toBeTruthy()
  })

  it('say at its field what is wrong with the number of a video', async () => {
    const sentence = "There's no video with ID 77."
    renderRemovals({
      [requests]: [makeRequest(1)],
      'POST /api/admin/removal-requests/1/decide': problem(400, 'invalid_input', sentence, [
        { path: 'videoId', message: sentence },
      ]),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Remove video of request 1' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove video' }))
    await userEvent.type(dialog.getByLabelText('Reason, in your own words'), 'There was no consent.')
    const number = dialog.getByLabelText('Video ID')
    await userEvent.clear(number)
    await userEvent.type(number, '77')
    // Until the copies are known, the button says that it waits for them.
    await userEvent.click(await dialog.findByRole('button', { name: 'Remove video' }))
    expect(await dialog.findByText(sentence)).toBeTruthy()
    expect(number.getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(number))
  })

  it('that were decided keep their outcome, without a clock', async () => {
    const decided = makeRequest(1, {
      status: 'refused',
      decision: { at: '2026-11-21T08:00:00.000Z', note: 'You are not in it.' },
      decidedBy: { id: 8, username: 'otheradmin' },
    })
    renderRemovals({ 'GET /api/admin/removal-requests?status=decided': [decided] }, '&view=decided')
    const card = await screen.findByRole('article')
    expect(card.textContent).toContain('otheradmin')
    expect(card.textContent).toContain('You are not in it.')
    expect(card.textContent).not.toContain('left')
    expect(within(card).queryByRole('button', { name: /^Decline/ })).toBeNull()
  })
})

describe('the address of one case', () => {
  it('opens a request, which can be decided there', async () => {
    const { sent } = renderRemovals(
      {
        'GET /api/admin/removal-requests/7': makeRequest(7),
        'POST /api/admin/removal-requests/7/decide': new Response(null, { status: 204 }),
      },
      '&request=7',
    )
    expect(await screen.findByRole('heading', { name: 'Removal request 7' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Request 7' }).getAttribute('href')).toBe(
      '/admin?tab=removals&request=7',
    )
    await expectAccessible()
    await userEvent.click(screen.getByRole('button', { name: 'Decline request 7' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByRole('textbox'), 'The video shows nothing of that kind.')
    await userEvent.click(dialog.getByRole('button', { name: /^Decline/ }))
    await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true))
  })

  const listKey = 'k'.repeat(22)

  function renderListRequest(list: unknown = { name: 'For tonight' }) {
    const nothing = { video: null, videoId: null, videoTitle: null, uploader: null }
    return renderRemovals(
      {
        'GET /api/admin/removal-requests/7': makeRequest(7, { ...nothing, listKey }),
        [`GET /api/list/${listKey}`]: list,
        'POST /api/admin/removal-requests/7/decide': new Response(null, { status: 204 }),
      },
      '&request=7',
    )
  }

  it('opens a request about a shared list, whose link can be closed there', async () => {
    const { sent } = renderListRequest()
    const link = await screen.findByRole('link', { name: 'Open the shared list' })
    expect(link.getAttribute('href')).toBe(`/list/${listKey}`)
    await userEvent.click(screen.getByRole('button', { name: 'Close link of request 7' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(
      dialog.getByLabelText('Reason, in your own words'),
      'Its name offers what is forbidden.',
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Close link' }))
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
        decision: 'remove',
        note: 'Its name offers what is forbidden.',
      }),
    )
  })

  it('says of a list whose link opens nothing any more that there is nothing to close', async () => {
    const { sent } = renderListRequest(problem(404, 'not_found', 'There is no such list.'))
    await userEvent.click(await screen.findByRole('button', { name: 'Close link of request 7' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Grant request' }))
    expect(dialog.getByText(/^The link no longer opens anything/)).toBeTruthy()
    await userEvent.type(dialog.getByLabelText('Reason, in your own words'), 'Its owner replaced the link.')
    await userEvent.click(dialog.getByRole('button', { name: 'Grant request' }))
    expect(await screen.findByText('The requester will get an email.')).toBeTruthy()
    expect(screen.queryByText(/owner will get/)).toBeNull()
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      decision: 'remove',
      note: 'Its owner replaced the link.',
    })
  })

  it('opens a request about a shared list, of which a video can be removed instead', async () => {
    const { sent } = renderListRequest()
    await userEvent.click(await screen.findByRole('button', { name: 'Close link of request 7' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Close link' }))
    await userEvent.type(dialog.getByLabelText('Video ID (optional)'), 'the second')
    await userEvent.type(dialog.getByLabelText('Reason, in your own words'), 'There was no consent.')
    await userEvent.click(dialog.getByRole('button', { name: 'Remove video' }))
    expect(dialog.getByText('Enter the video ID, e.g. 123.')).toBeTruthy()
    await userEvent.clear(dialog.getByLabelText('Video ID (optional)'))
    await userEvent.type(dialog.getByLabelText('Video ID (optional)'), '77')
    await userEvent.click(await dialog.findByRole('button', { name: 'Remove video' }))
    expect(await screen.findByText('Video removed')).toBeTruthy()
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      decision: 'remove',
      note: 'There was no consent.',
      videoId: 77,
    })
  })

  it('opens a removal, with what became of it', async () => {
    const appeal = {
      at: '2026-11-20T00:00:00.000Z',
      text: 'Please.',
      status: 'rejected' as const,
      note: 'It stays down.',
    }
    renderRemovals({ 'GET /api/admin/removals/5': makeAppeal(5, { appeal }) }, '&removal=5')
    expect(await screen.findByRole('heading', { name: 'Removal 5' })).toBeTruthy()
    expect(screen.getByText('It stays down.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Restore video/ })).toBeNull()
    await expectAccessible()
  })

  it('says so when there is none', async () => {
    renderRemovals(
      { 'GET /api/admin/removal-requests/9': problem(404, 'not_found', 'Not found.') },
      '&request=9',
    )
    expect(await screen.findByRole('heading', { name: "Removal request 9 doesn't exist" })).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'All removal requests' }))
    expect(await screen.findByRole('heading', { name: 'No open requests' })).toBeTruthy()
  })
})

describe('appeals', () => {
  it('show statement and appeal, and bring the video back', async () => {
    let open = [makeAppeal(5)]
    const { sent } = renderRemovals(
      {
        [appeals]: () => open,
        'POST /api/admin/appeals/5/decide': () => {
          open = []
          return new Response(null, { status: 204 })
        },
      },
      '&view=appeals',
    )
    const card = await screen.findByRole('article')
    expect(card.textContent).toContain('The music belongs to a label that complained.')
    expect(card.textContent).toContain('I have a licence for the music.')
    await expectAccessible()
    await userEvent.click(within(card).getByRole('button', { name: 'Restore video Convergence' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore video' }))
    const both =
      "The uploader and the person who requested the removal will see this word for word. Don't name anyone."
    expect(dialog.getByText(both)).toBeTruthy()
    await userEvent.type(dialog.getByLabelText('Reason, in your own words'), 'The licence is valid.')
    await userEvent.click(dialog.getByRole('button', { name: 'Restore video' }))
    expect(await screen.findByText('Video restored')).toBeTruthy()
    expect(
      screen.getByText('The uploader and the person who requested the removal will get an email.'),
    ).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'No appeals' })).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Appeals' })))
    expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { decision: 'restore', note: 'The licence is valid.' },
    ])
  })

  it('are rejected', async () => {
    const { sent } = renderRemovals(
      { [appeals]: [makeAppeal(5)], 'POST /api/admin/appeals/5/decide': new Response(null, { status: 204 }) },
      '&view=appeals',
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Reject appeal for Convergence' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject appeal' }))
    await userEvent.type(
      dialog.getByLabelText('Reason, in your own words'),
      'The licence is for another song.',
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Reject appeal' }))
    expect(await screen.findByText('Appeal rejected')).toBeTruthy()
    expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { decision: 'keep', note: 'The licence is for another song.' },
    ])
  })
})

describe('an administrator’s own removal', () => {
  it('asks what is wrong and why, once the copies are listed', async () => {
    const copies = Promise.withResolvers<VideoCopies>()
    const { sent } = renderPage('/video/1', '/video/:id', <ModeratorActions video={makeVideo(1)} />, {
      viewer,
      answers: {
        'GET /api/admin/videos/1/copies': () => copies.promise,
        'POST /api/admin/videos/1/remove': new Response(null, { status: 204 }),
      },
    })
    expect(screen.queryByRole('button', { name: /^Evidence/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove video' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Looking for copies...' }))
    expect(dialog.queryByText("Please choose what's wrong with it.")).toBeNull()
    const uploader = { id: 9, username: 'second' }
    copies.resolve({
      copies: [{ id: 7, title: 'The same again', uploader }],
      likenesses: [],
      removed: [],
      isUnread: false,
      hasMore: false,
    })
    await userEvent.click(await dialog.findByRole('button', { name: 'Remove video' }))
    expect(dialog.getByText(/The same again/)).toBeTruthy()
    expect(dialog.getByText("Please choose what's wrong with it.")).toBeTruthy()
    await userEvent.selectOptions(dialog.getByLabelText("What's wrong with it?"), 'illegal')
    await userEvent.type(dialog.getByLabelText('Reason, in your own words'), 'The law forbids it.')
    await expectAccessible(screen.getByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Remove video' }))
    expect(await screen.findByText('Video removed')).toBeTruthy()
    expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { reason: 'illegal', note: 'The law forbids it.' },
    ])
  })
})
