import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { MyVideosPage } from '#web/app/pages/publish/my-videos.tsx'
import { settingsQuery } from '#web/entities/settings/settings-query'
import { formatTime } from '#web/lib/format'
import { expectAccessible } from '../support/axe'
import { ArrivingRequest } from '../support/browser/arriving-request'
import { type PageOptions, problem, renderPage } from '../support/page'
import { pickItem } from '../support/pick-item'
import { makeUser, makeVideo, settings } from '../support/site'

// jsdom has no canvas.
vi.mock('#web/features/publish/upload/pictures/blur-picture', () => ({
  blurPicture: async () => new Blob(['blurred'], { type: 'image/jpeg' }),
}))

/** Far enough ahead for every time zone, whenever this test runs. */
const later = new Date(Date.now() + 40 * 86_400_000).toISOString()
const key = 'kkkkkkkkkkkkkkkkkkkkkk'
const user = makeUser({ id: 3 })
const counts = {
  all: 2,
  public: 1,
  unlisted: 0,
  scheduled: 0,
  private: 1,
  premium: 0,
  free: 2,
  processing: 0,
  pending: 0,
  rejected: 0,
  failed: 0,
  deleted: 0,
}
const ready = { status: 'ready', review: 'approved', hold: null, reason: null } as const

function renderMine(videos: Video[], answers: PageOptions['answers'] = {}, query = '') {
  return renderPage(`/my-videos${query}`, '/my-videos', <MyVideosPage />, {
    viewer: user,
    answers: {
      'GET /api/videos/my-videos?tab=all': () => Response.json(videos),
      'GET /api/videos/my-videos/counts': counts,
      'GET /api/removals': [],
      ...answers,
    },
  })
}

function cardOf(title: string) {
  return within(screen.getByRole('heading', { name: title }).closest('article') as HTMLElement)
}

describe('My Videos', () => {
  it('sends a visitor to sign in', async () => {
    renderPage('/my-videos', '/my-videos', <MyVideosPage />)
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/signin?from=%2Fmy-videos')
    expect(screen.getByText('Authentication required')).toBeTruthy()
    expect(screen.getByText('Please sign in to view your videos')).toBeTruthy()
  })

  it('shows ten skeletons, then the videos with their states and counts', async () => {
    const { container } = renderMine([
      makeVideo(1, ready),
      makeVideo(2, { ...ready, isPublic: false }),
      makeVideo(3, { ...ready, status: 'processing' }),
      makeVideo(4, { ...ready, review: 'pending' }),
      makeVideo(5, { ...ready, review: 'rejected', reason: 'The sound is not yours.' }),
      makeVideo(6, { ...ready, status: 'failed', reason: 'The address does not answer.' }),
      makeVideo(7, { ...ready, isPublic: false, visibility: 'unlisted', unlistedKey: key }),
      makeVideo(8, { ...ready, isPublic: false, publishAt: later }),
    ])
    expect(container.querySelectorAll('.card-grid > div')).toHaveLength(10)
    await screen.findByRole('heading', { name: 'Video 1' })
    expect(cardOf('Video 1').queryByText('Private')).toBeNull()
    expect(cardOf('Video 2').getByText('Private')).toBeTruthy()
    expect(cardOf('Video 3').getByText('Processing')).toBeTruthy()
    expect(cardOf('Video 4').getByText('Pending review')).toBeTruthy()
    expect(cardOf('Video 5').getByText('Rejected')).toBeTruthy()
    expect(cardOf('Video 5').getByText('The sound is not yours.')).toBeTruthy()
    expect(cardOf('Video 6').getByText('Failed')).toBeTruthy()
    expect(cardOf('Video 6').getByText('The address does not answer.')).toBeTruthy()
    expect(cardOf('Video 7').getByText('Unlisted')).toBeTruthy()
    expect(cardOf('Video 7').getByRole('link').getAttribute('href')).toBe(`/video/7?key=${key}`)
    expect(cardOf('Video 8').getByText('Scheduled')).toBeTruthy()
    expect(cardOf('Video 8').getByText(formatTime(later))).toBeTruthy()
    expect(cardOf('Video 8').queryByText('Private')).toBeNull()
    expect(screen.getByRole('tab', { name: 'Private 1' })).toBeTruthy()
    await expectAccessible()
  })

  it('sends a rejected video in again, and no other', async () => {
    const rejected = { ...ready, review: 'rejected', reason: "It's already on the site." } as const
    let videos = [
      makeVideo(1, rejected),
      makeVideo(2, ready),
      makeVideo(3, { ...rejected, hold: 'quarantine' }),
    ]
    const { sent } = renderMine([], {
      'GET /api/videos/my-videos?tab=all': () => videos,
      'POST /api/videos/1/resubmit': () => {
        videos = [makeVideo(1, { ...ready, review: 'pending' }), makeVideo(2, ready)]
        return videos[0]
      },
    })
    await screen.findByRole('heading', { name: 'Video 1' })
    expect(screen.getAllByRole('button', { name: /^Resubmit/ })).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Resubmit Video 1' }))
    expect(await screen.findByText('Video resubmitted')).toBeTruthy()
    expect(screen.getByText("It's pending review again.")).toBeTruthy()
    await waitFor(() => expect(cardOf('Video 1').getByText('Pending review')).toBeTruthy())
    expect(screen.queryByRole('button', { name: 'Resubmit Video 1' })).toBeNull()
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it('says when a video could not be sent in again', async () => {
    renderMine([makeVideo(1, { ...ready, review: 'rejected', reason: "It's already on the site." })], {
      'POST /api/videos/1/resubmit': problem(409, 'conflict', 'This video isn’t rejected any more.'),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Resubmit Video 1' }))
    expect(await screen.findByText('Resubmit failed')).toBeTruthy()
    expect(screen.getByText('This video isn’t rejected any more.')).toBeTruthy()
  })

  it('invites to a first upload', async () => {
    renderMine([])
    expect(await screen.findByText("You haven't uploaded any videos yet")).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Upload Your First Video' })
    expect(link.getAttribute('href')).toBe('/upload-video')
    await expectAccessible()
  })

  it('hides at once, and shows again when the server refuses', async () => {
    let refuse = () => {}
    const answered = new Promise<Response>((resolve) => {
      refuse = () => resolve(problem(403, 'forbidden', 'This video is on hold.'))
    })
    const { sent } = renderMine([makeVideo(1, ready)], { 'PATCH /api/videos/1': () => answered })
    await userEvent.click(await screen.findByRole('button', { name: 'Hide Video 1' }))
    expect(await screen.findByText('Private', { selector: 'article *' })).toBeTruthy()
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ isPublic: false })
    refuse()
    expect(await screen.findByRole('button', { name: 'Hide Video 1' })).toBeTruthy()
    expect(await screen.findByText('This video is on hold.')).toBeTruthy()
  })

  it('deletes after asking, and not without', async () => {
    const videos = [makeVideo(1, ready), makeVideo(2, ready)]
    const { sent } = renderMine(videos, {
      'DELETE /api/videos/1': () => {
        videos.shift()
        return new Response(null, { status: 204 })
      },
    })
    const wantDelete = async () =>
      userEvent.click(await screen.findByRole('button', { name: 'Delete Video 1' }))
    await wantDelete()
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Video' }))
    expect(
      dialog.getByText('Are you sure you want to delete this video? You can restore it for 7 days.'),
    ).toBeTruthy()
    await expectAccessible()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(sent.some(({ method }) => method === 'DELETE')).toBe(false)

    await wantDelete()
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    await screen.findByRole('heading', { name: 'Video 2' })
    expect(screen.queryByRole('heading', { name: 'Video 1' })).toBeNull()
    const region = screen.getByRole('region', { name: 'Your videos' })
    await waitFor(() => expect(document.activeElement).toBe(region))
  })

  it('lists no longer what was deleted elsewhere', async () => {
    const videos = [makeVideo(1, ready), makeVideo(2, ready)]
    renderMine(videos, {
      'DELETE /api/videos/1': () => {
        videos.shift()
        return problem(404, 'not_found', 'This video does not exist.')
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Video 1' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Delete failed')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByRole('heading', { name: 'Video 2' })
    expect(screen.queryByRole('heading', { name: 'Video 1' })).toBeNull()
  })

  it('loads the next page of a tab', async () => {
    renderMine([], {
      'GET /api/videos/my-videos?tab=free': Response.json([makeVideo(1, ready)], {
        headers: { link: '</api/videos/my-videos?tab=free&cursor=c1>; rel="next"' },
      }),
      'GET /api/videos/my-videos?tab=free&cursor=c1': [makeVideo(2, ready)],
    })
    await userEvent.click(await screen.findByRole('tab', { name: 'Free 2' }))
    await screen.findByRole('heading', { name: 'Video 1' })
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
    expect(await screen.findByRole('heading', { name: 'Video 2' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })
})

describe('blurred posters that are missing', () => {
  const lacking = makeVideo(41, {
    ...ready,
    isPremium: true,
    posterStyle: 'blurred',
    blurredUrl: null,
    thumbnailUrl: '/media/v/poster.jpg',
  })
  const answers = {
    'GET /media/v/poster.jpg': () => new Response('picture'),
    'POST /api/uploads': { id: 'blurred-upload', partSize: 99, parts: 1, received: [], done: false },
    'POST /api/uploads/blurred-upload/complete': { id: 'blurred-upload' },
    'PATCH /api/videos/41': lacking,
  }

  it('are made while their uploader is here, unless that would send the video to review', async () => {
    vi.stubGlobal('XMLHttpRequest', ArrivingRequest)
    const { sent: atReview, unmount, queryClient } = renderMine([lacking], answers)
    queryClient.setQueryData(settingsQuery.queryKey, { ...settings, requireContentApproval: true })
    await screen.findByRole('heading', { name: 'Video 41' })
    await act(() => import('#web/features/publish/upload/pictures/make-missing-blurred'))
    expect(atReview.some(({ method }) => method === 'PATCH')).toBe(false)
    unmount()
    const { sent } = renderMine([lacking, makeVideo(42, { ...ready, isPremium: true })], answers)
    await waitFor(() => expect(sent.find(({ method }) => method === 'PATCH')).toBeTruthy())
    expect(sent.find(({ method }) => method === 'PATCH')).toMatchObject({
      path: '/api/videos/41',
      body: { blurredFile: 'blurred-upload' },
    })
  })
})

/** Makes the screen wide enough for a table. */
function widen() {
  const list = { matches: true, addEventListener() {}, removeEventListener() {} }
  vi.stubGlobal('matchMedia', () => list)
}

const bulk = 'POST /api/videos/my-videos/bulk'

describe('the list', () => {
  it('is a table where its owner wants one, sorted by its columns', async () => {
    widen()
    const videos = [
      makeVideo(1, { ...ready, views: 12, likes: 3, duration: 61 }),
      makeVideo(2, { ...ready, review: 'rejected', reason: 'The sound is not yours.' }),
    ]
    const { unmount } = renderMine(videos, {
      'GET /api/videos/my-videos?tab=all&sort=views': () => videos,
      'GET /api/videos/my-videos?tab=all&sort=views&order=asc': () => videos.toReversed(),
    })
    await userEvent.click(await screen.findByRole('radio', { name: 'Table' }))
    const table = within(screen.getByRole('table', { name: 'Your videos' }))
    const row = within(table.getByRole('row', { name: /Video 1/ }))
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['FREEPublic', '12', '3', '1:01']),
    )
    expect(
      within(table.getByRole('row', { name: /Video 2/ })).getByText('The sound is not yours.'),
    ).toBeTruthy()
    expect(table.getByRole('button', { name: 'Resubmit Video 2' })).toBeTruthy()
    await expectAccessible()

    const views = () => screen.getByRole('columnheader', { name: 'Views' })
    expect(views().getAttribute('aria-sort')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Views' }))
    await waitFor(() => expect(views().getAttribute('aria-sort')).toBe('descending'))
    await userEvent.click(screen.getByRole('button', { name: 'Views' }))
    await waitFor(() => expect(views().getAttribute('aria-sort')).toBe('ascending'))
    const first = () => screen.getAllByRole('rowheader')[0]?.textContent
    await waitFor(() => expect(first()).toContain('Video 2'))
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Video 1' }))
    expect(await screen.findByRole('menuitem', { name: 'Statistics' })).toBeTruthy()
    unmount()

    renderMine(videos)
    expect(await screen.findByRole('table', { name: 'Your videos' })).toBeTruthy()
  })

  it('is searched and ordered, and says when nothing matches', async () => {
    renderMine([makeVideo(1, ready)], {
      'GET /api/videos/my-videos?tab=all&q=boat': [],
      'GET /api/videos/my-videos?tab=all&sort=length': [makeVideo(5, ready)],
    })
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Sort by' }), 'Longest')
    await screen.findByRole('heading', { name: 'Video 5' })
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Newest')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'boat{Enter}')
    expect(await screen.findByText('No results for "boat"')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
    expect(await screen.findByRole('heading', { name: 'Video 1' })).toBeTruthy()
  })

  it('offers a tab for each state that has videos, and one for what was removed', async () => {
    const removal = {
      id: 4,
      videoId: 9,
      videoTitle: 'Taken',
      at: later,
      reason: 'spam',
      statement: 'No.',
      appealUntil: later,
      appeal: null,
    }
    renderMine([makeVideo(1, ready)], {
      'GET /api/videos/my-videos/counts': { ...counts, rejected: 2, deleted: 100 },
      'GET /api/removals': [removal],
    })
    expect(await screen.findByRole('tab', { name: 'Rejected 2' })).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'Deleted 100' })).toBeTruthy()
    expect(screen.queryByRole('tab', { name: /Failed|Pending|Processing/ })).toBeNull()
    await userEvent.click(await screen.findByRole('tab', { name: 'Removed 1' }))
    const appeal = await screen.findByRole('link', { name: 'Appeal the removal of Taken' })
    expect(appeal.getAttribute('href')).toBe('/removals/4')
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Video 1' })).toBeNull())
  })
})

it('says in the panel of “Removed” that nothing was', async () => {
  renderMine([], { 'GET /api/removals': [] }, '?tab=removed')
  const panel = within(await screen.findByRole('tabpanel', { name: /^Removed/ }))
  expect(await panel.findByRole('heading', { name: 'No removed videos' })).toBeTruthy()
})

describe('many at once', () => {
  const five = [1, 2, 3, 4, 5].map((id) => makeVideo(id, ready))
  const select = (id: number) => screen.findByRole('checkbox', { name: `Select Video ${id}` })

  it('are selected by range, deleted after one question, and restored', async () => {
    const { sent } = renderMine(five, {
      [bulk]: ({ body }: { body: { ids: number[] } }) => body.ids.map((id) => ({ id, ok: true })),
    })
    const person = userEvent.setup()
    await person.click(await select(2))
    await person.keyboard('{Shift>}')
    await person.click(await select(4))
    await person.keyboard('{/Shift}')
    const dock = within(screen.getByRole('region', { name: 'Selected videos' }))
    expect(dock.getByText('3 selected')).toBeTruthy()
    await expectAccessible()
    await person.click(dock.getByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 3 videos?' }))
    expect(dialog.getByText('You can restore them for 7 days.')).toBeTruthy()
    await person.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('3 videos deleted')).toBeTruthy()
    expect(dock.queryByText('3 selected')).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('3 videos restored')).toBeTruthy()
    const bodies = sent.filter(({ method }) => method === 'POST').map(({ body }) => body)
    expect(bodies).toEqual([
      { ids: [2, 3, 4], action: 'delete' },
      { ids: [2, 3, 4], action: 'restore' },
    ])
  })

  it('are told apart by what could be changed, and why not', async () => {
    renderMine(five, {
      [bulk]: [
        { id: 1, ok: true },
        { id: 2, ok: false, detail: 'This video is under review.' },
      ],
    })
    await userEvent.click(await select(1))
    await userEvent.click(await select(2))
    await userEvent.click(screen.getByRole('button', { name: 'Change' }))
    // This account may not mark videos as premium.
    expect(await screen.findByRole('menuitem', { name: 'Make free' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Make premium' })).toBeNull()
    await pickItem('Make private')
    expect(await screen.findByText('1 video set to private')).toBeTruthy()
    expect(screen.getByText("1 video couldn't be changed.")).toBeTruthy()
    expect(screen.getByText('Video 2', { selector: 'li span' }).parentElement?.textContent).toBe(
      'Video 2: This video is under review.',
    )
    const dock = within(screen.getByRole('region', { name: 'Selected videos' }))
    await userEvent.click(dock.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText("1 video couldn't be changed.")).toBeNull()
  })

  it('move to a category', async () => {
    const { sent } = renderMine(five, {
      [bulk]: ({ body }: { body: { ids: number[] } }) => body.ids.map((id) => ({ id, ok: true })),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Select all shown' }))
    await userEvent.click(screen.getByRole('button', { name: 'Change' }))
    await pickItem('Change category')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Change the category of 5 videos' }))
    expect(dialog.getByText('They keep their URLs, views and likes.')).toBeTruthy()
    await userEvent.selectOptions(await dialog.findByRole('combobox', { name: 'Category' }), 'Slow Light')
    await userEvent.click(dialog.getByRole('button', { name: 'Move' }))
    expect(await screen.findByText('5 videos moved to another category')).toBeTruthy()
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      ids: [1, 2, 3, 4, 5],
      action: 'category',
      categoryId: 3,
    })
  })
})

describe('deleted videos', () => {
  it('say until when they can be restored, and are restored or deleted for good', async () => {
    const trashed = (id: number) =>
      makeVideo(id, { ...ready, hold: 'trash', trashedAt: '2026-11-20T10:00:00.000Z' })
    let videos = [trashed(1), trashed(2)]
    const { sent } = renderMine([makeVideo(3, ready)], {
      'GET /api/videos/my-videos/counts': { ...counts, deleted: 2 },
      'GET /api/videos/my-videos?tab=deleted': () => videos,
      [bulk]: ({ body }: { body: { ids: number[] } }) => {
        videos = videos.filter(({ id }) => !body.ids.includes(id))
        return body.ids.map((id) => ({ id, ok: true }))
      },
    })
    await userEvent.click(await screen.findByRole('tab', { name: 'Deleted 2' }))
    await screen.findByRole('heading', { name: 'Video 1' })
    expect(cardOf('Video 1').getByText('Deleted')).toBeTruthy()
    expect(cardOf('Video 1').getByText(/^Deleted for good on/).textContent).toMatch(/2[67]/)
    expect(cardOf('Video 1').queryByRole('link')).toBeNull()
    expect(screen.getByText(/count towards your storage until then/)).toBeTruthy()
    await expectAccessible()
    await userEvent.click(screen.getByRole('button', { name: 'Restore Video 1' }))
    expect(await screen.findByText('1 video restored')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Video 1' })).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Delete Video 2 for good' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 1 video for good?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Delete for good' }))
    expect(await screen.findByText('You have no deleted videos')).toBeTruthy()
    expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { ids: [1], action: 'restore' },
      { ids: [2], action: 'delete-for-good' },
    ])
  })

  it('say why one is not restored', async () => {
    renderMine([makeVideo(1, { ...ready, hold: 'trash' })], {
      [bulk]: [{ id: 1, ok: false, detail: 'Your storage is full.' }],
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Restore Video 1' }))
    expect(await screen.findByText('Restore failed')).toBeTruthy()
    expect(screen.getByText('Your storage is full.')).toBeTruthy()
  })

  it('are restored by the notice of a single deletion, or say why not', async () => {
    renderMine([makeVideo(1, ready)], {
      'DELETE /api/videos/1': new Response(null, { status: 204 }),
      [bulk]: [
        { id: 1, ok: false, detail: "This video was removed by our moderators, so it can't be restored." },
      ],
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Video 1' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Video deleted')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Undo failed')).toBeTruthy()
    expect(screen.getByText(/removed by our moderators/)).toBeTruthy()
  })
})
