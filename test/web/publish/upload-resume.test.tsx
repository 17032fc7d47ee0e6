import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AccountPage } from '#web/app/pages/account/account.tsx'
import { MyVideosPage } from '#web/app/pages/publish/my-videos.tsx'
import { UploadVideoPage } from '#web/app/pages/publish/upload-video.tsx'
import { publishedDeliveries, resumePublished } from '#web/features/publish/upload/delivery/published'
import { reclaimDrafts } from '#web/features/publish/upload/draft/draft-slot'
import { endAccount } from '#web/features/publish/upload/queue/end-account'
import { goOn } from '#web/features/publish/upload/queue/go-on'
import { queueOf } from '#web/features/publish/upload/queue/queues'
import { JobKeeper, type JobRecord, loadJobs } from '#web/features/publish/upload/store/job-record'
import { uploadStore } from '#web/features/publish/upload/store/upload-store'
import type { LadderProgress } from '#web/studio/studio'
import { grabFrame, makeLadder, prepareVideo } from '#web/studio/studio'
import { expectAccessible } from '../support/axe'
import { stubLocks } from '../support/browser/locks'
import { stored } from '../support/browser/stored-files'
import { leaveJobOf } from '../support/left-upload'
import { problem, renderPage } from '../support/page'
import { makeUser, makeVideo, renderSite } from '../support/site'

// The studio needs workers, WebCodecs and OPFS: the browser tests have them.
vi.mock('#web/studio/studio', () => ({
  treatmentOf: () => 'copy',
  prepareVideo: vi.fn(),
  drawPictures: async () => {},
  makeLadder: vi.fn(),
  grabFrame: vi.fn(),
  filmstrip: async () => 0,
}))
vi.mock(
  '#web/studio/files/stored-files',
  async () => (await import('../support/browser/stored-files')).storedFiles,
)

const progress: LadderProgress = {
  task: 'encoding',
  qualities: [360],
  share: 0.42,
  timeLeft: 58.6,
}

let account = 500
let locks: ReturnType<typeof stubLocks>

beforeEach(() => {
  account++
  stored.clear()
  locks = stubLocks()
  vi.mocked(grabFrame).mockResolvedValue(null)
  // Starts, but doesn't finish before the test does.
  vi.mocked(makeLadder).mockImplementation((_, { signal, onProgress }) => {
    onProgress(progress)
    return new Promise((__, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
})

afterEach(async () => {
  await endAccount(account)
  locks.restore()
})

const leaveJob = (over: Partial<JobRecord> = {}) => leaveJobOf(account, over)

const viewer = () => makeUser({ id: account })

/** Renders the page, and goes on with the account's uploads as the layout does on every page. */
function renderMine() {
  const video = makeVideo(9, { userId: account, status: 'ready', review: 'approved', hold: null })
  const page = renderPage('/my-videos', '/my-videos', <MyVideosPage />, {
    viewer: viewer(),
    answers: {
      'GET /api/videos/my-videos?tab=all': () => Response.json([video]),
      'GET /api/videos/my-videos?tab=deleted': () => Response.json([{ ...video, hold: 'trash' }]),
      'GET /api/videos/my-videos/counts': { all: 1, public: 1, private: 0, premium: 0, free: 1, deleted: 1 },
      'POST /api/videos/my-videos/bulk': [{ id: 9, ok: true }],
      'GET /api/removals': [],
      'DELETE /api/videos/9': () => new Response(null, { status: 204 }),
    },
  })
  void goOn(account, { minDuration: 1, maxDuration: 3600, maxUploadBytes: 1e9 })
  return page
}

describe('what is still added to a published video', () => {
  it('goes on from any page, and costs nothing where there is nothing', async () => {
    const { unmount } = renderSite('/terms', { viewer: viewer() })
    await screen.findByRole('contentinfo')
    expect(makeLadder).not.toHaveBeenCalled()
    unmount()
    await leaveJob()
    renderSite('/terms', { viewer: viewer() })
    await waitFor(() => expect(makeLadder).toHaveBeenCalledTimes(1))
    expect(vi.mocked(makeLadder).mock.lastCall?.[1]).toMatchObject({ key: `job-${account}` })
  })

  it('and what was chosen, but never submitted, goes on as well', async () => {
    await leaveJob({ draft: `${account}:upload-video:3`, videoId: null })
    const { requests } = renderSite('/terms', { viewer: viewer() })
    await waitFor(() => expect(makeLadder).toHaveBeenCalledTimes(1))
    expect(requests).toContain('/api/uploads/u1')
  })

  it('begins when another tab publishes, which may be closed before it is done', async () => {
    renderMine()
    await screen.findByRole('heading', { name: 'Video 9' })
    const record = await leaveJob()
    const otherTab = new BroadcastChannel('uploads')
    const change = { value: record, onlyIfThere: false }
    otherTab.postMessage({ key: `job:${account}:${record.id}`, change })
    expect(await screen.findByText(/^Adding qualities: 360p/)).toBeTruthy()
    otherTab.close()
  })

  it('is not for another account', async () => {
    await leaveJob()
    renderSite('/terms', { viewer: makeUser({ id: account + 10_000 }) })
    await screen.findByRole('contentinfo')
    expect(publishedDeliveries.get()).toEqual([])
  })

  it('shows how far it is in My Videos, and can be cancelled there', async () => {
    await leaveJob()
    renderMine()
    expect(await screen.findByText('Adding qualities: 360p, 45 %, less than a minute left')).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'Adding qualities to Video 9' }).ariaValueNow).toBe('45')
    expect(screen.getByText('Qualities are being added.').getAttribute('role')).toBe('status')
    await expectAccessible()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel adding qualities to Video 9' }))
    await waitFor(() => expect(screen.queryByText(/^Adding qualities/)).toBeNull())
    expect(loadJobs(account)).toEqual([])
    await waitFor(() => expect(stored.size).toBe(0))
  })

  it('outlives the trash, and ends when its video is deleted for good', async () => {
    await leaveJob()
    renderMine()
    await screen.findByText(/^Adding qualities/)
    await userEvent.click(screen.getByRole('button', { name: 'Delete Video 9' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Video deleted')).toBeTruthy()
    expect(loadJobs(account)).toHaveLength(1)
    await userEvent.click(screen.getByRole('tab', { name: 'Deleted 1' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Video 9 for good' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete for good' }))
    await waitFor(() => expect(loadJobs(account)).toEqual([]))
    await waitFor(() => expect(stored.size).toBe(0))
  })

  it('is offered where it takes long', async () => {
    await leaveJob({ ladder: 'offered', minutes: 23.2 })
    renderMine()
    expect(await screen.findByText(/will take about 25 minutes on this device/)).toBeTruthy()
    await expectAccessible()
    expect(makeLadder).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Create' }))
    expect(await screen.findByText(/^Adding qualities: 360p/)).toBeTruthy()
    expect(vi.mocked(makeLadder).mock.lastCall?.[1]).toMatchObject({ patient: true })
  })

  it('is not offered for a video that is gone', async () => {
    await leaveJob({ ladder: 'offered', minutes: 23.2 })
    renderPage('/', '/', <p />, {
      viewer: viewer(),
      answers: {
        'GET /api/videos/9': problem(404, 'not_found', 'There is no such video.'),
        'GET /api/videos/my-videos?tab=deleted': [],
      },
    })
    void resumePublished(account)
    await waitFor(() => expect(loadJobs(account)).toEqual([]))
    await waitFor(() => expect(stored.size).toBe(0))
  })

  it('can be tried again where its making failed', async () => {
    await leaveJob({ makingError: 'The file may be damaged.' })
    renderMine()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('The file may be damaged.')
    expect(screen.getByText('Adding qualities was interrupted')).toBeTruthy()
    expect(makeLadder).not.toHaveBeenCalled()
    await expectAccessible()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/^Adding qualities: 360p/)).toBeTruthy()
    expect(vi.mocked(makeLadder).mock.lastCall?.[1]).toMatchObject({ key: `job-${account}` })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('waits while another tab does it, and takes over what is left', async () => {
    const record = await leaveJob()
    const release = locks.elsewhere(`job ${record.id}`)
    renderMine()
    expect(await screen.findByText('Qualities are being added in another tab')).toBeTruthy()
    expect(makeLadder).not.toHaveBeenCalled()
    new JobKeeper({ ...record, ladder: 'patient' }).save()
    release()
    expect(await screen.findByText(/^Adding qualities: 360p/)).toBeTruthy()
    expect(vi.mocked(makeLadder).mock.lastCall?.[1]).toMatchObject({ patient: true })
  })

  it('is over when another tab has finished it', async () => {
    const record = await leaveJob()
    const release = locks.elsewhere(`job ${record.id}`)
    renderMine()
    await screen.findByText('Qualities are being added in another tab')
    new JobKeeper(record).remove()
    release()
    await waitFor(() => expect(screen.queryByText('Qualities are being added in another tab')).toBeNull())
    expect(makeLadder).not.toHaveBeenCalled()
  })
})

describe('drafts', () => {
  const upload = () => renderPage('/upload-video', '/upload-video', <UploadVideoPage />, { viewer: viewer() })
  const title = () => screen.findByLabelText('Title')

  it('belong to one tab each', async () => {
    localStorage.setItem(
      `draft:${account}:upload-video:0`,
      JSON.stringify({ details: { title: 'Of another tab' } }),
    )
    localStorage.setItem(
      `draft:${account}:upload-video:2`,
      JSON.stringify({ details: { title: 'Of a closed tab' } }),
    )
    locks.elsewhere(`draft ${account}:upload-video:0`)
    upload()
    expect(await title()).toHaveProperty('value', 'Of a closed tab')
  })

  it('keep a chosen picture through a reload', async () => {
    const bitmap = { width: 1280, height: 720, close: () => {} }
    vi.stubGlobal('createImageBitmap', async () => bitmap)
    const picture = new Blob(['picture'])
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
    const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(picture))
    stored.set('kept', new File(['original'], 'kept'))
    const poster = { second: null, storedName: 'kept', crop: false }
    localStorage.setItem(`draft:${account}:upload-video:0`, JSON.stringify({ poster }))
    upload()
    await title()
    await waitFor(() => expect(toBlob).toHaveBeenCalled())
    const draft = uploadStore.get<{ poster: { storedName: string } }>(`draft:${account}:upload-video:0`)
    expect(draft?.poster).toEqual(poster)
  })

  it('and jobs are gone after signing out', async () => {
    await leaveJob()
    await leaveJob({ id: 'of-a-draft', draft: `${account}:upload-video:0`, videoId: null })
    stored.set('kept', new Blob(['picture']))
    const poster = { second: null, storedName: 'kept', crop: false }
    localStorage.setItem(
      `draft:${account}:upload-video:0`,
      JSON.stringify({ poster, details: { title: 'Mine' } }),
    )
    localStorage.setItem('draft:7:upload-video:0', '{}')
    uploadStore.put('queue:7:upload-video:0', { items: [] })
    void resumePublished(account)
    renderPage('/account', '/account', <AccountPage />, {
      viewer: viewer(),
      answers: { 'POST /api/auth/logout': () => new Response(null, { status: 204 }) },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Log Out' }))
    await screen.findByTestId('elsewhere')
    const ofAccount = new RegExp(`^(draft|job|queue):${account}:`)
    expect(uploadStore.keys('').filter((key) => ofAccount.test(key))).toEqual([])
    expect(uploadStore.get('draft:7:upload-video:0')).toEqual({})
    expect(uploadStore.get('queue:7:upload-video:0')).toEqual({ items: [] })
    expect(stored.size).toBe(0)
    expect(publishedDeliveries.get()).toEqual([])
  })

  it('are claimed first where something is still to be published, unless another tab has them', async () => {
    const keyOf = (slot: number) => `${account}:upload-video:${slot}`
    const item = { key: keyOf(3), file: null, sound: 'first', copy: null, wanted: true }
    uploadStore.put(`queue:${keyOf(3)}`, { items: [item] })
    uploadStore.put(`draft:${keyOf(0)}`, { url: 'https://example.org' })
    const release = locks.elsewhere(`draft ${keyOf(3)}`)
    expect(await reclaimDrafts(account)).toEqual([])
    release()
    await waitFor(async () => expect(await reclaimDrafts(account)).toEqual([keyOf(3)]))
  })

  it('and a queue that is ended neither comes back nor leaves a copy', async () => {
    vi.mocked(prepareVideo).mockReturnValue(new Promise(() => {}))
    const queue = queueOf(`${account}:upload-video:0`)
    const files = ['a.mp4', 'b.mp4'].map((name) => new File(['source'], name))
    queue.add(files, { minDuration: 1, maxDuration: 60, maxUploadBytes: 1e9 })
    await endAccount(account)
    expect(uploadStore.keys(`queue:${account}`)).toEqual([])
    expect(stored.size).toBe(0)
  })
})
