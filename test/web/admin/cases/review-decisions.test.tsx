import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { AdminVideo } from '#contract/schemas/moderation/content'
import { PendingContent } from '#web/features/admin/review/pending-content.tsx'
import { expectAccessible } from '../../support/axe'
import { makePending, uploaderRecord, withNext } from '../../support/content'
import { type PageOptions, problem, renderPage, type SentRequest } from '../../support/page'
import { makeUser } from '../../support/site'

// The studio needs workers and WebCodecs: the browser tests have them.
vi.mock('#web/studio/studio', () => ({ grabFrame: async () => new Blob(['picture']) }))
vi.mock('#web/features/admin/review/review-player.tsx', () => ({
  ReviewPlayer: ({ video }: { video: AdminVideo }) => <div data-testid="player">{video.title}</div>,
}))

const list = 'GET /api/admin/videos/pending'

/** Renders a queue like the server's: decided videos leave it. */
function renderQueue(waiting: AdminVideo[], answers: PageOptions['answers'] = {}) {
  const queue = [...waiting]
  const leave = (id: number) => () => {
    const at = queue.findIndex((video) => video.id === id)
    return { ...queue.splice(at, 1)[0], review: 'approved' }
  }
  const source = { type: 'mp4', url: '/media/s/source.mp4', height: 720, bandwidth: 2e6 }
  const each = waiting.flatMap((video) => [
    [`GET /api/admin/videos/${video.id}/case`, { ...video, sources: [source] }],
    [`GET /api/admin/videos/${video.id}/uploader`, uploaderRecord],
    [`POST /api/admin/videos/${video.id}/approve`, leave(video.id)],
    [`POST /api/admin/videos/${video.id}/reject`, leave(video.id)],
  ])
  const view = renderPage('/admin', '/admin', <PendingContent renderCorrect={() => null} />, {
    viewer: makeUser({ isAdmin: true }),
    answers: { [list]: () => queue, ...Object.fromEntries(each), ...answers },
  })
  return { ...view, queue }
}

const three = [makePending(5, { revision: 2 }), makePending(6), makePending(7)]

async function openDesk(title: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Review ${title}` }))
  await desk(title)
}

/** Waits until the desk shows the video and can be used. */
async function desk(title: string) {
  const dialog = await screen.findByRole('dialog', { name: title })
  const cover = await within(dialog).findByRole('button', { name: 'Show picture' })
  await waitFor(() => expect(document.activeElement).toBe(cover))
  await waitFor(() =>
    expect(within(dialog).getByRole('button', { name: 'Approve' })).toHaveProperty('disabled', false),
  )
  return within(dialog)
}

function decisions(sent: SentRequest[]) {
  return sent.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }))
}

describe('a card', () => {
  it('approves what it shows, and the list loads without it', async () => {
    const { sent } = renderQueue(three)
    await userEvent.click(await screen.findByRole('button', { name: 'Approve Video 5' }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Video 5' })).toBeNull())
    expect(screen.getByText('Video approved')).toBeTruthy()
    expect(decisions(sent)).toEqual([{ path: '/api/admin/videos/5/approve', body: { revision: 2 } }])
    const region = screen.getByRole('region', { name: 'Pending Content for Approval' })
    await waitFor(() => expect(document.activeElement).toBe(region))
  })

  it('leaves the focus with whoever went on before it was approved', async () => {
    const answer = Promise.withResolvers<object>()
    const { queue } = renderQueue(three, { 'POST /api/admin/videos/5/approve': () => answer.promise })
    await userEvent.click(await screen.findByRole('button', { name: 'Approve Video 5' }))
    const elsewhere = screen.getByRole('link', { name: /^Preview Video 6/ })
    act(() => elsewhere.focus())
    queue.shift()
    answer.resolve({})
    expect(await screen.findByText('Video approved')).toBeTruthy()
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Approve Video 6' })).toHaveProperty('disabled', false),
    )
    // A change of focus would come in a task of its own.
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(document.activeElement).toBe(elsewhere)
  })

  it('asks for a reason to reject, and sends it with the note', async () => {
    const { sent } = renderQueue(three)
    await userEvent.click(await screen.findByRole('button', { name: 'Reject Video 6' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject video' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
    const reasons = dialog.getByRole('group', { name: 'Reason' })
    expect(document.activeElement).toBe(reasons)
    expect(reasons.getAttribute('aria-invalid')).toBe('true')
    const why = document.getElementById(reasons.getAttribute('aria-describedby') ?? '')
    expect(why?.textContent).toBe('Choose a reason.')
    expect(decisions(sent)).toEqual([])
    await expectAccessible(screen.getByRole('dialog'))

    await userEvent.click(dialog.getByRole('radio', { name: /hold the rights/ }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Note' }), ' Whose song is it? ')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(decisions(sent)).toEqual([
      {
        path: '/api/admin/videos/6/reject',
        body: { reason: 'rights', note: 'Whose song is it?', revision: 1 },
      },
    ])
    expect(screen.getByText(/“Video 6” was rejected and set to private\./)).toBeTruthy()
  })

  it('keeps the reason and the note when the server could not be reached', async () => {
    renderQueue(three, { 'POST /api/admin/videos/6/reject': problem(500, 'internal', 'Broken.') })
    await userEvent.click(await screen.findByRole('button', { name: 'Reject Video 6' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject video' }))
    await userEvent.click(dialog.getByRole('radio', { name: /quality is too low/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(await screen.findByText('Failed to reject video. Broken.')).toBeTruthy()
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /quality is too low/ }).checked).toBe(true)
  })

  it('says so with a toast when the list can not be loaded', async () => {
    renderQueue([], { [list]: problem(500, 'internal', 'Broken.') })
    expect(await screen.findByText('Failed to load pending videos. Broken.')).toBeTruthy()
    expect(screen.getByText('Error')).toBeTruthy()
  })
})

describe('the desk', () => {
  it('shows whose video it is, how they have done, and what they say of it', async () => {
    renderQueue([makePending(5, { description: 'Light on water.', openReports: 2, isPremium: true })])
    await openDesk('Video 5')
    const aside = within(screen.getByRole('complementary', { name: 'About the video' }))
    expect(aside.getByText('Light on water.')).toBeTruthy()
    expect(await aside.findByText('creator')).toBeTruthy()
    const fact = (term: string) => aside.getAllByText(term).map((name) => name.parentElement?.textContent)
    expect(fact('Category')).toEqual(['CategoryFractals'])
    expect(fact('Email')).toEqual(['EmailNot confirmed'])
    expect(fact('Rejected')).toEqual(['Rejected2'])
    expect(fact('Open reports')).toEqual(['Open reports2', 'Open reports0'])
    await expectAccessible(screen.getByRole('dialog'))
  })

  it('goes on to the next by itself, and closes after the last', async () => {
    const { sent } = renderQueue(three)
    await openDesk('Video 5')
    await userEvent.keyboard('a')
    await desk('Video 6')
    expect(screen.getByText('1 of 2')).toBeTruthy()
    await userEvent.keyboard('r')
    // jsdom has no layout, so the keyboard can't move in this dialog. The browser test works without a mouse.
    const reasons = within(await screen.findByRole('dialog', { name: 'Reject video' }))
    await userEvent.click(reasons.getByRole('radio', { name: /our terms don't allow/ }))
    await userEvent.click(reasons.getByRole('button', { name: 'Reject' }))
    await desk('Video 7')
    await userEvent.keyboard('a')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByRole('heading', { name: 'No Pending Content' })).toBeTruthy()
    const region = screen.getByRole('region', { name: 'Pending Content for Approval' })
    await waitFor(() => expect(document.activeElement).toBe(region))
    expect(decisions(sent)).toEqual([
      { path: '/api/admin/videos/5/approve', body: { revision: 2 } },
      { path: '/api/admin/videos/6/reject', body: { reason: 'prohibited', note: '', revision: 1 } },
      { path: '/api/admin/videos/7/approve', body: { revision: 1 } },
    ])
  })

  it('goes next and previous without a decision, and round at the ends', async () => {
    const { sent } = renderQueue(three)
    await openDesk('Video 5')
    await userEvent.keyboard('n')
    await desk('Video 6')
    await userEvent.keyboard('j')
    await desk('Video 7')
    await userEvent.keyboard('j')
    await desk('Video 5')
    await userEvent.keyboard('k')
    await desk('Video 7')
    await userEvent.click(screen.getByRole('button', { name: 'Previous' }))
    await desk('Video 6')
    await userEvent.click(screen.getByRole('button', { name: 'Next' }))
    await desk('Video 7')
    expect(decisions(sent)).toEqual([])
  })

  it('offers no next and previous where one video waits alone', async () => {
    renderQueue([makePending(5)])
    await openDesk('Video 5')
    const hints = document.querySelector('[aria-label="Keyboard shortcuts"]')?.textContent
    expect(hints).toContain('approve')
    expect(hints).not.toContain('next')
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
  })

  it('blurs the next video again', async () => {
    renderQueue(three)
    await openDesk('Video 5')
    await userEvent.keyboard('b')
    expect(screen.getByTestId('player').closest('[inert]')).toBeNull()
    await userEvent.keyboard('a')
    await desk('Video 6')
    expect(screen.getByTestId('player').closest('[inert]')).toBeTruthy()
  })

  it('decides once, however often the key is pressed', async () => {
    let answer = (_: object) => {}
    const { sent } = renderQueue(three, {
      'POST /api/admin/videos/5/approve': () => new Promise((resolve) => (answer = resolve)),
    })
    await openDesk('Video 5')
    // Before any timer runs, as happens on a busy device.
    await userEvent.setup({ delay: null }).keyboard('aaa')
    act(() => answer({}))
    await desk('Video 6')
    // Still held down.
    fireEvent.keyDown(document.body, { key: 'a', repeat: true })
    await userEvent.keyboard('n')
    await desk('Video 7')
    expect(decisions(sent)).toHaveLength(1)
  })

  it('tells the second moderator who was first, and goes on', async () => {
    const first = problem(409, 'conflict', 'alex rejected this video already.')
    const { queue, sent } = renderQueue(three, { 'POST /api/admin/videos/5/approve': () => first })
    await openDesk('Video 5')
    queue.shift()
    await userEvent.keyboard('a')
    expect(await screen.findByText('Failed to approve video. alex rejected this video already.')).toBeTruthy()
    await desk('Video 6')
    expect(decisions(sent)).toHaveLength(1)
  })

  it('stays with a video that was changed while it was looked at, and shows what it is now', async () => {
    const changed = problem(409, 'conflict', 'This video was changed since you looked at it.')
    let revision = 2
    const { queue, sent } = renderQueue(three, {
      'POST /api/admin/videos/5/approve': () => (revision === 2 ? changed : queue.shift()),
    })
    await openDesk('Video 5')
    queue[0] = makePending(5, { revision: 3, title: 'Another video' })
    await userEvent.keyboard('a')
    await desk('Another video')
    expect(sent.filter(({ path }) => path === '/api/admin/videos/5/case')).toHaveLength(2)
    revision = 3
    await userEvent.keyboard('a')
    await desk('Video 6')
    expect(decisions(sent).map(({ body }) => body)).toEqual([{ revision: 2 }, { revision: 3 }])
  })

  it('asks for more before what is loaded runs out', async () => {
    const next = '/api/admin/videos/pending?cursor=abc'
    renderQueue([...three, makePending(8)], {
      [list]: withNext([makePending(5)], next),
      [`GET ${next}`]: [makePending(8)],
    })
    await openDesk('Video 5')
    await waitFor(() => expect(screen.getByText('1 of 2')).toBeTruthy())
    await userEvent.keyboard('n')
    await desk('Video 8')
  })
})
