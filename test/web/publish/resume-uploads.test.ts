import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadDraft, saveDraft } from '#web/features/publish/upload/draft/draft'
import { endAccount } from '#web/features/publish/upload/queue/end-account'
import { queuesOf } from '#web/features/publish/upload/queue/queues'
import { resumeUploads } from '#web/features/publish/upload/queue/resume-uploads'
import { JobKeeper, loadJobs } from '#web/features/publish/upload/store/job-record'
import { loadQueue, saveQueue } from '#web/features/publish/upload/store/queue-record'
import { grabFrame, makeLadder } from '#web/studio/studio'
import { stubLocks } from '../support/browser/locks'
import { stored } from '../support/browser/stored-files'
import { useRealClock } from '../support/shared-dom'
import { UploadServer } from '../support/upload-server'

// The studio needs workers and OPFS: the browser tests have them.
vi.mock('#web/studio/studio', () => ({
  treatmentOf: () => 'copy',
  drawPictures: async () => {},
  makeLadder: vi.fn(async () => ({ kind: 'made' })),
  grabFrame: vi.fn(async () => new Blob(['frame'], { type: 'image/jpeg' })),
}))
vi.mock(
  '#web/studio/files/stored-files',
  async () => (await import('../support/browser/stored-files')).storedFiles,
)

const limits = { minDuration: 1, maxDuration: 3600, maxUploadBytes: 1e9 }
const account = 900
const ownDraft = `${account}:upload-video:0`

let server: UploadServer
let locks: ReturnType<typeof stubLocks>

beforeEach(() => {
  locks = stubLocks()
  server = new UploadServer()
  server.session = account
})

afterEach(async () => {
  await endAccount(account)
  locks.restore()
})

/** Stores the state of a page that was closed after Upload Video was pressed. */
function leaveQueue(draft = ownDraft) {
  const { details, ...others } = loadDraft(draft)
  saveDraft(draft, { ...others, details: { ...details, title: 'Left behind', categoryId: 1 } })
  saveQueue(draft, [{ key: draft, file: null, sound: 'first', copy: null, wanted: true }])
  const video = { storedName: 'source', contentType: 'video/mp4', size: 6, duration: 60 }
  stored.set('source', new Blob(['source']))
  new JobKeeper({
    id: `job-${account}`,
    account,
    draft,
    videoId: null,
    chosen: { name: 'a.mp4', size: 6, lastModified: 1 },
    cut: null,
    ofPublished: false,
    uncut: null,
    damage: null,
    source: { ...video, kind: 'video', fileName: 'a.mp4', fingerprint: 'f', uploadId: null },
    made: [],
    ladder: 'making',
    minutes: null,
    missing: null,
  }).save()
}

it('publishes what a closed page was to publish, with no page open', async () => {
  leaveQueue()
  expect(await resumeUploads(account, limits)).toBe(true)
  await vi.waitFor(() => expect(server.posts).toHaveLength(1))
  expect(server.posts).toMatchObject([
    { title: 'Left behind', categoryId: 1, videoFile: 'video-1', thumbnailFile: 'image-2' },
  ])
  await vi.waitFor(() => expect(loadQueue(ownDraft)).toEqual([]))
  await vi.waitFor(() => expect(loadJobs(account)).toEqual([]))
  expect(grabFrame).toHaveBeenCalledTimes(1)
  expect(makeLadder).toHaveBeenCalledTimes(1)
  await vi.waitFor(() => expect(stored.size).toBe(0))
})

it('takes over the queue of a tab that is closed for good', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  const draft = `${account}:upload-video:4`
  leaveQueue(draft)
  const close = locks.elsewhere(`draft ${draft}`)
  await resumeUploads(account, limits)
  close()
  await vi.advanceTimersByTimeAsync(1000)
  // It was only reloaded.
  const closeAgain = locks.elsewhere(`draft ${draft}`)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.posts).toEqual([])
  closeAgain()
  await vi.advanceTimersByTimeAsync(6000)
  await vi.waitFor(() => expect(server.posts).toMatchObject([{ title: 'Left behind' }]))
  useRealClock()
})

/** Counts the reloads of this page, which go no further. */
function stubReload() {
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  return { reload, restore: () => vi.stubGlobal('location', location) }
}

const { location } = globalThis

it('stops when another account signs in, and leaves what it did to its own', async () => {
  const { reload, restore } = stubReload()
  leaveQueue()
  await resumeUploads(account, limits)
  server.session = account + 1
  expect(await resumeUploads(account + 1, limits)).toBe(false)
  expect(reload).toHaveBeenCalledTimes(1)
  expect(server.calls.filter((call) => call.startsWith('DELETE'))).toEqual([])
  restore()
})

it('takes over nothing for another account, which signed in while it only watched', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  const { reload, restore } = stubReload()
  const draft = `${account}:upload-video:4`
  leaveQueue(draft)
  const free = locks.elsewhere(`draft ${draft}`)
  await resumeUploads(account, limits)
  // The session ends without a sign-out; in the other tab, another account signs in.
  server.session = account + 1
  const otherTab = new BroadcastChannel('account of uploads')
  otherTab.postMessage(account + 1)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  // That tab is reloaded, and lets its queue go.
  free()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([server.calls, server.posts, server.refused]).toEqual([[], [], []])
  expect(loadQueue(draft)).toMatchObject([{ wanted: true }])
  otherTab.close()
  restore()
  useRealClock()
})

it('has one queue, with the videos of all closed tabs', async () => {
  const draft = `${account}:upload-video:4`
  leaveQueue()
  saveQueue(draft, [
    { key: draft, file: null, sound: 'first', copy: null, wanted: false },
    { key: `${draft}/other`, file: null, sound: 'first', copy: null, wanted: true },
  ])
  saveDraft(`${draft}/other`, { ...loadDraft(ownDraft), url: 'https://example.org/a.mp4' })
  await resumeUploads(account, limits)
  const [queue, ...others] = queuesOf(account)
  expect(others).toEqual([])
  expect(queue?.getItems()).toHaveLength(3)
  expect(queue?.getItems().map(({ key }) => loadDraft(key).url)).toEqual([
    '',
    '',
    'https://example.org/a.mp4',
  ])
  expect(loadQueue(draft)).toEqual([])
})

it('leaves a paused upload paused', async () => {
  leaveQueue()
  saveQueue(
    ownDraft,
    loadQueue(ownDraft).map((item) => ({ ...item, wanted: false, held: true })),
  )
  await resumeUploads(account, limits)
  const [queue] = queuesOf(account)
  await vi.waitFor(() => expect(queue?.getStates()).toMatchObject([{ upload: { phase: 'paused' } }]))
  expect(server.calls.filter((call) => call.startsWith('POST'))).toEqual([])
  queue?.holdAll(false)
  await vi.waitFor(() => expect(server.calls).toContain('COMPLETE video-1'))
  expect(loadQueue(ownDraft)).toEqual([])
})

it('sends what the server has deleted again only to publish it', async () => {
  leaveQueue()
  saveQueue(ownDraft, [])
  const [job] = loadJobs(account)
  if (!job?.source) throw new Error('There is no job.')
  new JobKeeper({ ...job, source: { ...job.source, uploadId: 'deleted', isSent: true } }).save()
  await resumeUploads(account, limits)
  const [queue] = queuesOf(account)
  await vi.waitFor(() => expect(queue?.getStates()).toMatchObject([{ upload: { isLost: true } }]))
  expect(server.calls).toEqual(['GET deleted'])
  queue?.publish(ownDraft)
  await vi.waitFor(() => expect(server.posts).toHaveLength(1))
})

it('sends nothing for an account that has lost the session, even before it knows', async () => {
  leaveQueue()
  await resumeUploads(account, limits)
  server.session = account + 1
  await vi.waitFor(() => expect(server.refused).not.toEqual([]))
  expect(server.posts).toEqual([])
})

it('believes no tab that names an account without the session', async () => {
  const { reload, restore } = stubReload()
  leaveQueue()
  await resumeUploads(account, limits)
  // Its page was loaded when another account was signed in.
  expect(await resumeUploads(account + 1, limits)).toBe(false)
  const staleTab = new BroadcastChannel('account of uploads')
  staleTab.postMessage(account + 1)
  await vi.waitFor(() => expect(server.posts).toHaveLength(1))
  expect(reload).not.toHaveBeenCalled()
  staleTab.close()
  restore()
})

it('does nothing for an account that has none', async () => {
  leaveQueue()
  server.session = account + 1
  expect(await resumeUploads(account + 1, limits)).toBe(false)
  expect(server.calls).toEqual([])
})
