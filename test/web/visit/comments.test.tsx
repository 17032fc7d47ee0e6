import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { User } from '../../../contract/schemas/accounts/auth'
import type { Comment } from '../../../contract/schemas/videos/comments'
import type { Video } from '../../../contract/schemas/videos/videos'
import { commentMessages } from '../../../contract/values/videos/comments'
import { relatedPath } from '../../../contract/values/videos/video-lists'
import { VideoPage } from '../../../web/app/pages/visit/video'
import { expectAccessible } from '../support/axe'
import { makeComment } from '../support/comments'
import { problem, renderPage, type SentRequest } from '../support/page'
import { makeUser, makeVideo } from '../support/site'

const list = 'GET /api/videos/1/comments?sort=newest&limit=20'
const post = 'POST /api/videos/1/comments'

beforeEach(() => {
  const proto = HTMLMediaElement.prototype
  vi.spyOn(proto, 'load').mockImplementation(() => {})
  vi.spyOn(proto, 'pause').mockImplementation(() => {})
  vi.spyOn(proto, 'play').mockImplementation(async () => {})
  vi.spyOn(proto, 'canPlayType').mockReturnValue('maybe')
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
    ...{ matches: query.includes('min-width'), media: query },
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

let clientX = 0

/** Ark's menu takes no click from a mouse that stays where it was. */
async function pick(name: string) {
  const item = await screen.findByRole('menuitem', { name })
  clientX += 10
  await userEvent.pointer([
    { target: item, coords: { clientX } },
    { keys: '[MouseLeft]', target: item },
  ])
}

async function choose(name: string, item: string) {
  await userEvent.click(await screen.findByRole('button', { name: `More about the comment by ${name}` }))
  await pick(item)
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
          ...{ state: 'held', body: 'See example.com' },
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
    renderWatch({ comments: [makeComment(1, { body: 'At 0:42, not at 9:00' })] })
    const comment = await commentBy('juniper')
    const player = document.querySelector('video')
    if (player) player.scrollIntoView = vi.fn()
    await userEvent.click(comment.getByRole('button', { name: 'Play from 0:42' }))
    expect(player?.currentTime).toBe(42)
    expect(comment.queryByRole('button', { name: 'Play from 9:00' })).toBeNull()
  })

  it('offer a visitor to sign in, and nothing that needs an account', async () => {
    renderWatch({ viewer: null, comments: [makeComment(1)] })
    const link = await screen.findByRole('link', { name: 'Sign in to comment' })
    expect(link.getAttribute('href')).toContain('/signin')
    const comment = await commentBy('juniper')
    expect(comment.queryByRole('button', { name: 'Reply' })).toBeNull()
    expect(comment.queryByRole('button', { name: /^More/ })).toBeNull()
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
    expect(sent.find((each) => nameOf(each) === post)).toMatchObject({
      body: { body: '@kelpie yes', parentId: 2 },
    })
  })
})

describe('the menu of a comment', () => {
  const own = makeComment(1, {
    author: { id: 7, username: 'viewer', avatarUrl: null, hasPage: true },
    editableUntil: '2026-11-20T10:15:00.000Z',
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
    await choose('viewer', 'Delete')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete comment?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Delete comment' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(sent.map(nameOf)).toContain('DELETE /api/comments/1')
  })

  it('lets the uploader pin, remove and block', async () => {
    const { sent } = renderWatch({
      ...{ viewer: makeUser({ id: 3, username: 'creator' }), comments: [makeComment(1)] },
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
    await pick('Block author')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Block author?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Block author' }))
    await screen.findByText('Author blocked')
  })

  it('reports with a reason', async () => {
    const report = 'POST /api/comments/1/report'
    const { sent } = renderWatch({
      ...{ comments: [makeComment(1)], answers: { [report]: new Response(null, { status: 204 }) } },
    })
    await choose('juniper', 'Report')
    const dialog = within(await screen.findByRole('dialog', { name: 'Report comment' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
    dialog.getByText("Please choose what's wrong with it.")
    await userEvent.click(dialog.getByRole('radio', { name: /^Spam/ }))
    await expectAccessible(screen.getByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
    await screen.findByText('Report received')
    expect(sent.find((each) => nameOf(each) === report)).toMatchObject({
      body: { reason: 'spam', details: '' },
    })
  })

  it('shows a like at once, and takes it back when it fails', async () => {
    renderWatch({
      comments: [makeComment(1, { likes: 2 })],
      answers: { 'PUT /api/comments/1/like': problem(429, 'rate_limited', 'Too many likes.') },
    })
    const comment = await commentBy('juniper')
    await userEvent.click(comment.getByRole('button', { name: 'Like the comment by juniper' }))
    await screen.findByText('Too many likes.')
    const button = comment.getByRole('button', { name: 'Like the comment by juniper' })
    expect([button.getAttribute('aria-pressed'), button.textContent]).toEqual(['false', '2 likes'])
  })
})
