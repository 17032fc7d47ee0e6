import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { User } from '#contract/schemas/accounts/auth'
import type { Comment } from '#contract/schemas/videos/comments'
import type { Video } from '#contract/schemas/videos/video'
import { emailMessages } from '#contract/values/accounts/email-rules'
import { commentMessages } from '#contract/values/videos/comments'
import { relatedPath } from '#contract/values/videos/video-lists'
import { VideoPage } from '#web/app/pages/visit/video.tsx'
import { expectAccessible } from '../../support/axe'
import { changeMedia, playMediaElement, videoElement } from '../../support/browser/media-element'
import { makeComment } from '../../support/comments'
import { problem, renderPage, type SentRequest } from '../../support/page'
import { pickItem } from '../../support/pick-item'
import { makeUser, makeVideo } from '../../support/site'

const list = 'GET /api/videos/1/comments?sort=newest&limit=20'
const post = 'POST /api/videos/1/comments'
const replies = 'GET /api/comments/1/replies?limit=20'

beforeEach(() => {
  playMediaElement()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
      observe() {
        this.tell([{ isIntersecting: true }])
      }
      unobserve() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('width >='),
    media: query,
    addEventListener() {},
    removeEventListener() {},
  }))
})

const nameOf = ({ method, path }: SentRequest) => `${method} ${path}`

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

interface Options {
  viewer?: User | null
  video?: Partial<Video>
  comments?: Comment[]
  answers?: Record<string, unknown>
}

function renderWatch({ viewer = makeUser(), video = {}, comments = [], answers = {} }: Options = {}) {
  const url = '/media/day-1/source.mp4'
  const sources = [{ type: 'mp4' as const, url, height: 720, bandwidth: null }]
  const shown = makeVideo(1, { videoUrl: url, sources, comments: comments.length, ...video })
  return renderPage('/video/1', '/video/:id', <VideoPage />, {
    viewer,
    answers: { 'GET /api/videos/1': shown, [`GET ${relatedPath(1)}`]: [], [list]: comments, ...answers },
  })
}

const section = () => screen.findByRole('region', { name: /^Comments/ })
const commentBy = async (name: string) =>
  within(await screen.findByRole('article', { name: `Comment by ${name}` }))

async function choose(name: string, item: string) {
  await userEvent.click(await screen.findByRole('button', { name: `More about the comment by ${name}` }))
  await pickItem(item)
}

describe('comments below a video', () => {
  it('are there only where they are turned on', async () => {
    renderWatch({ video: { comments: null } })
    await screen.findByRole('heading', { name: 'Video 1' })
    expect(screen.queryByRole('region', { name: /^Comments/ })).toBeNull()
  })

  it('name their authors, link to their pages and tell what is gone', async () => {
    renderWatch({
      comments: [
        makeComment(1, { isPinned: true, byUploader: true, editedAt: '2026-11-20T10:01:00.000Z' }),
        makeComment(2, { author: { id: 31, username: 'kelpie', avatarUrl: null, hasPage: false } }),
        makeComment(3, { state: 'deleted', author: null, body: '', replies: 2 }),
        makeComment(4, {
          state: 'held',
          body: 'See example.com',
          author: { id: 7, username: 'viewer', avatarUrl: null, hasPage: false },
        }),
      ],
    })
    const first = await commentBy('juniper')
    expect(first.getByRole('link', { name: 'juniper' }).getAttribute('href')).toBe('/u/juniper')
    first.getByText('Pinned by the uploader')
    first.getByText('UPLOADER')
    first.getByText(/edited/)
    const second = await commentBy('kelpie')
    expect(second.queryByRole('link')).toBeNull()
    const region = within(await section())
    region.getByText('Deleted comment')
    region.getByRole('button', { name: '2 replies' })
    const own = await commentBy('viewer')
    own.getByText('HELD FOR REVIEW')
    expect(own.queryByRole('button', { name: 'Reply' })).toBeNull()
    await expectAccessible(await section())
  })

  it('seek in the video by their times', async () => {
    renderWatch({ comments: [makeComment(1, { body: 'At 0:42 or 0:50, not at 9:00' })] })
    const comment = await commentBy('juniper')
    changeMedia({ readyState: 4, duration: 75 }, 'loadedmetadata')
    // The page's additions to the player, which can seek, are loaded a moment after it.
    await userEvent.click(screen.getByRole('button', { name: 'Settings' }))
    await screen.findByRole('menuitemcheckbox', { name: 'Keep playing while you browse' })
    await userEvent.keyboard('{Escape}')
    Element.prototype.scrollIntoView = vi.fn()
    await userEvent.click(comment.getByRole('button', { name: 'Play from 0:42' }))
    expect(videoElement().currentTime).toBe(42)
    expect(videoElement().paused).toBe(false)
    expect(comment.queryByRole('button', { name: 'Play from 9:00' })).toBeNull()
  })

  it('offer a visitor to sign in, and of what needs no account the report', async () => {
    renderWatch({ viewer: null, comments: [makeComment(1)] })
    const link = await screen.findByRole('link', { name: 'Sign in to comment' })
    expect(link.getAttribute('href')).toContain('/signin')
    const comment = await commentBy('juniper')
    expect(comment.queryByRole('button', { name: 'Reply' })).toBeNull()
    await userEvent.click(comment.getByRole('button', { name: /^More/ }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['Report'])
    expect(link.getAttribute('href')).toContain(encodeURIComponent('/video/1#comments'))
  })

  it('ask for a confirmed address first', async () => {
    renderWatch({
      viewer: makeUser({ emailVerified: false }),
      comments: [makeComment(1)],
      answers: {
        'GET /api/account/security': { totp: false, recoveryCodesLeft: 0, passkeys: [], confirmFirst: true },
      },
    })
    await screen.findByText('Confirm your email address to comment')
    expect(screen.queryByLabelText('Add a comment')).toBeNull()
    expect((await commentBy('juniper')).queryByRole('button', { name: 'Reply' })).toBeNull()
  })

  it('have no order while there are none', async () => {
    renderWatch({ viewer: null })
    await screen.findByText('No comments yet.')
    expect(screen.queryByRole('group', { name: 'Order of comments' })).toBeNull()
  })

  it('are answered below one that is gone, but not it', async () => {
    renderWatch({
      comments: [makeComment(1, { state: 'removed', author: null, body: '', replies: 1 })],
      answers: { [replies]: [makeComment(2, { parentId: 1 })] },
    })
    const toggle = await screen.findByRole('button', { name: '1 reply' })
    const region = within(await section())
    region.getByText('Removed comment')
    expect(region.queryByRole('button', { name: 'Reply' })).toBeNull()
    await userEvent.click(toggle)
    expect((await commentBy('juniper')).getByRole('button', { name: 'Reply' })).toBeTruthy()
  })

  it('are shown once, in whichever order', async () => {
    const best = 'GET /api/videos/1/comments?sort=best&limit=20'
    const onward = new Response(JSON.stringify([makeComment(1)]), {
      headers: { 'content-type': 'application/json', link: '</api?cursor=more>; rel="next"' },
    })
    renderWatch({
      comments: [makeComment(1)],
      answers: { [best]: onward, [`${best}&cursor=more`]: [makeComment(1), makeComment(2)] },
    })
    await commentBy('juniper')
    await userEvent.click(screen.getByRole('button', { name: 'Best' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Show more comments' }))
    await screen.findByText('Comment 2')
    expect(screen.getAllByText('Comment 1')).toHaveLength(1)
  })
})

describe('the form', () => {
  it('sends a text, begins anew, and asks for the list again', async () => {
    const { sent } = renderWatch({ answers: { [post]: Response.json(makeComment(5), { status: 201 }) } })
    const field = await screen.findByLabelText('Add a comment')
    await userEvent.type(field, 'Nice')
    screen.getByText('4 / 1000')
    await userEvent.click(screen.getByRole('button', { name: 'Comment' }))
    await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Add a comment').value).toBe(''))
    expect(sent.filter((each) => nameOf(each) === post)).toMatchObject([{ body: { body: 'Nice' } }])
    await waitFor(() => expect(sent.filter((each) => nameOf(each) === list).length).toBe(2))
    expect(document.activeElement).toBe(screen.getByLabelText('Add a comment'))
    await screen.findByText('Comment posted')
    // The list doesn't include it yet.
    await screen.findByText('Comment 5')
  })

  it('keeps a reply while the order changes, and when someone else is answered', async () => {
    const one = makeComment(1, { replies: 1 })
    const kelpie = { id: 31, username: 'kelpie', avatarUrl: null, hasPage: true }
    renderWatch({
      comments: [one],
      answers: {
        'GET /api/videos/1/comments?sort=best&limit=20': [one],
        [replies]: [makeComment(2, { parentId: 1, author: kelpie })],
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: '1 reply' }))
    await userEvent.click((await commentBy('juniper')).getByRole('button', { name: 'Reply' }))
    await userEvent.type(await screen.findByLabelText('Reply to juniper'), 'so far')
    await userEvent.click(screen.getByRole('button', { name: 'Best' }))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Best' }).getAttribute('aria-current')).toBe('true'),
    )
    await userEvent.click((await commentBy('kelpie')).getByRole('button', { name: 'Reply' }))
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Reply to kelpie')
    expect(field.value).toBe('@kelpie so far')
    expect(document.activeElement).toBe(field)
  })

  it('stays when the window narrows', async () => {
    let isWide = true
    const told = new Set<() => void>()
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: isWide && query.includes('width >='),
      media: query,
      addEventListener: (_: string, tell: () => void) => told.add(tell),
      removeEventListener: (_: string, tell: () => void) => told.delete(tell),
    }))
    renderWatch()
    await userEvent.type(await screen.findByLabelText('Add a comment'), 'Half')
    isWide = false
    act(() => {
      for (const tell of told) tell()
    })
    expect(screen.getByLabelText<HTMLTextAreaElement>('Add a comment').value).toBe('Half')
  })

  it('keeps what was typed when it is refused, and says why', async () => {
    renderWatch({ answers: { [post]: problem(403, 'forbidden', commentMessages.blocked) } })
    await userEvent.type(await screen.findByLabelText('Add a comment'), 'Hello')
    await userEvent.click(screen.getByRole('button', { name: 'Comment' }))
    await screen.findByText(commentMessages.blocked)
    expect(screen.getByLabelText<HTMLTextAreaElement>('Add a comment').value).toBe('Hello')
  })

  it('answers a reply by its name, below the comment', async () => {
    const { sent } = renderWatch({
      comments: [makeComment(1, { replies: 1 })],
      answers: {
        'GET /api/comments/1/replies?limit=20': [
          makeComment(2, {
            parentId: 1,
            author: { id: 31, username: 'kelpie', avatarUrl: null, hasPage: true },
          }),
        ],
        [post]: Response.json(makeComment(3, { parentId: 1 }), { status: 201 }),
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: '1 reply' }))
    const reply = await commentBy('kelpie')
    await userEvent.click(reply.getByRole('button', { name: 'Reply' }))
    const field = await screen.findByLabelText('Reply to kelpie')
    expect(document.activeElement).toBe(field)
    await userEvent.type(field, 'yes')
    const form = within(field.closest('form') ?? document.body)
    await userEvent.click(form.getByRole('button', { name: 'Reply' }))
    await waitFor(() => expect(screen.queryByLabelText('Reply to kelpie')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(reply.getByRole('button', { name: 'Reply' })))
    await screen.findByText('Reply posted')
    // The thread's response doesn't include it yet.
    await screen.findByText('Comment 3')
    expect(sent.find((each) => nameOf(each) === post)).toMatchObject({
      body: { body: '@kelpie yes', parentId: 2 },
    })
  })
})

describe('the menu of a comment', () => {
  const own = makeComment(1, {
    author: { id: 7, username: 'viewer', avatarUrl: null, hasPage: true },
    editableUntil: new Date(Date.now() + 60_000).toISOString(),
  })

  it('edits and deletes one’s own, after a question', async () => {
    const { sent } = renderWatch({
      comments: [own],
      answers: {
        'PATCH /api/comments/1': { ...own, body: 'Comment 1!' },
        'DELETE /api/comments/1': new Response(null, { status: 204 }),
      },
    })
    await choose('viewer', 'Edit')
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Edit comment')
    expect(field.value).toBe('Comment 1')
    await userEvent.type(field, '!')
    const form = within(field.closest('form') ?? document.body)
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByLabelText('Edit comment')).toBeNull())
    await waitFor(() =>
      expect(document.activeElement).toBe(
        screen.getByRole('button', { name: 'More about the comment by viewer' }),
      ),
    )
    await choose('viewer', 'Delete')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete comment?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Delete comment' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(sent.map(nameOf)).toContain('DELETE /api/comments/1')
  })

  it('lets the uploader pin, remove and block', async () => {
    const { sent } = renderWatch({
      viewer: makeUser({ id: 3, username: 'creator' }),
      comments: [makeComment(1)],
      answers: {
        'PUT /api/comments/1/pin': new Response(null, { status: 204 }),
        'PUT /api/comments/1/block': new Response(null, { status: 204 }),
      },
    })
    await choose('juniper', 'Pin')
    await waitFor(() => expect(sent.map(nameOf)).toContain('PUT /api/comments/1/pin'))
    await userEvent.click(await screen.findByRole('button', { name: /^More about/ }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['Pin', 'Report', 'Remove', 'Block author'])
    await pickItem('Block author')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Block author?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Block author' }))
    await screen.findByText('Author blocked')
  })

  it('no longer edits once that is over', async () => {
    renderWatch({ comments: [{ ...own, editableUntil: '2026-01-01T10:15:00.000Z' }] })
    await userEvent.click(await screen.findByRole('button', { name: /^More about/ }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['Delete'])
  })

  it('lets staff remove with a reason', async () => {
    const decide = 'POST /api/admin/comments/1/decide'
    const { sent } = renderWatch({
      viewer: makeUser({ isAdmin: true }),
      comments: [makeComment(1)],
      answers: { [decide]: new Response(null, { status: 204 }) },
    })
    await choose('juniper', 'Remove')
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove comment' }))
    await userEvent.selectOptions(dialog.getByLabelText("What's wrong with it?"), 'spam')
    await userEvent.type(dialog.getByLabelText('Reason, in your own words'), 'It advertises.')
    await userEvent.click(dialog.getByRole('button', { name: 'Remove comment' }))
    await screen.findByText('Comment removed')
    expect(sent.find((each) => nameOf(each) === decide)).toMatchObject({
      body: { decision: 'remove', reason: 'spam', note: 'It advertises.' },
    })
  })

  it('reports with a reason', async () => {
    const report = 'POST /api/comments/1/report'
    const { sent } = renderWatch({
      comments: [makeComment(1)],
      answers: { [report]: new Response(null, { status: 204 }) },
    })
    await choose('juniper', 'Report')
    const dialog = within(await screen.findByRole('dialog', { name: 'Report comment' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
    dialog.getByText("Please choose what's wrong with it.")
    expect(dialog.queryByRole('textbox', { name: /^Email/ })).toBeNull()
    await userEvent.click(dialog.getByRole('radio', { name: /^Spam/ }))
    await expectAccessible(screen.getByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
    await screen.findByText('Report received')
    expect(sent.find((each) => nameOf(each) === report)).toMatchObject({
      body: { reason: 'spam', details: '' },
    })
  })

  it('asks a visitor who reports where to tell them of the decision', async () => {
    const report = 'POST /api/comments/1/report'
    const { sent } = renderWatch({
      viewer: null,
      comments: [makeComment(1)],
      answers: { [report]: new Response(null, { status: 204 }) },
    })
    await choose('juniper', 'Report')
    const dialog = within(await screen.findByRole('dialog', { name: 'Report comment' }))
    await userEvent.click(dialog.getByRole('radio', { name: /^Spam/ }))
    const email = dialog.getByRole('textbox', { name: 'Email (optional)' })
    await userEvent.type(email, 'nowhere')
    await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
    dialog.getByText(emailMessages.invalid)
    await userEvent.clear(email)
    await userEvent.type(email, ' me@example.com ')
    await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
    await screen.findByText("We'll review the comment and email you.")
    expect(sent.filter((each) => nameOf(each) === report)).toMatchObject([
      { body: { reason: 'spam', details: '', email: 'me@example.com' } },
    ])
  })

  it('shows a like at once, and takes it back when it fails', async () => {
    const answer = Promise.withResolvers<Response>()
    renderWatch({
      comments: [makeComment(1, { likes: 2 })],
      answers: { 'PUT /api/comments/1/like': () => answer.promise },
    })
    const comment = await commentBy('juniper')
    const like = (likes: number, pressed: boolean) =>
      comment.findByRole('button', { name: `Like the comment by juniper, ${likes} likes`, pressed })
    await userEvent.click(await like(2, false))
    await like(3, true)
    answer.resolve(problem(429, 'rate_limited', 'Too many likes.'))
    await screen.findByText('Too many likes.')
    await like(2, false)
  })
})
