import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadDraft, saveDraft } from '#web/features/publish/upload/draft/draft'
import { endAccount } from '#web/features/publish/upload/queue/end-account'
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
  expect(stored.size).toBe(0)
})

it('takes over the queue of a tab that is closed for good', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
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

it('stops when another account signs in, and leaves what it did to its own', async () => {
  const { location } = globalThis
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  leaveQueue()
  await resumeUploads(account, limits)
  expect(await resumeUploads(account + 1, limits)).toBe(false)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  expect(server.calls.filter((call) => call.startsWith('DELETE'))).toEqual([])
  vi.stubGlobal('location', location)
})

it('does nothing for an account that has none', async () => {
  leaveQueue()
  expect(await resumeUploads(account + 1, limits)).toBe(false)
  expect(server.calls).toEqual([])
})
