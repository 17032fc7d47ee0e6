import { beforeEach, describe, expect, it, vi } from 'vitest'
import { localResumeStore, type ResumeRecord } from '../../web/features/upload/engine/resume-store'
import { VideoJob } from '../../web/features/upload/video-job'
import { openStored } from '../../web/studio/stored-files'
import { prepareVideo } from '../../web/studio/studio'

// The studio needs workers and OPFS: the browser tests have them.
vi.mock('../../web/studio/studio', () => ({ treatment: 'copy 1', prepareVideo: vi.fn() }))
vi.mock('../../web/studio/stored-files', () => ({ openStored: vi.fn(), removeStored: vi.fn() }))

const limits = { minDuration: 1, maxDuration: 3600, maxUploadBytes: 1e9 }
const chosen = new File(['source'], 'chosen.mp4', { type: 'video/mp4' })

const interrupted: ResumeRecord = {
  kind: 'video',
  contentType: 'video/mp4',
  fileName: 'interrupted.mp4',
  size: 4,
  fingerprint: 'f',
  uploadId: 'u1',
  storedName: 'stored',
  duration: 60,
}

let lastKey = 0
let sent: string[]

beforeEach(() => {
  sent = []
  // Nothing is ever answered: what matters is what is asked.
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init: RequestInit = {}) => {
    sent.push(`${init.method ?? 'GET'} ${input}`)
    return new Promise(() => {})
  })
})

/** A job that finds an interrupted upload, and the moment at which its file is open. */
function setUp() {
  lastKey++
  const key = `job-${lastKey}`
  localResumeStore(key).save(interrupted)
  let open = () => {}
  const opened = new Promise<File>((resolve) => {
    open = () => resolve(new File(['made'], 'stored'))
  })
  vi.mocked(openStored).mockReturnValue(opened)
  vi.mocked(prepareVideo).mockReturnValue(new Promise(() => {}))
  return { job: new VideoJob(key), open: () => open() }
}

describe('VideoJob', () => {
  it('goes on with an interrupted upload once, although two pages ask for it', async () => {
    const { job, open } = setUp()
    const restored = Promise.all([job.restore(), job.restore()])
    open()
    await restored
    expect(job.getState()).toMatchObject({ step: 'uploading', name: 'interrupted.mp4' })
    await vi.waitFor(() => expect(sent).toEqual(['GET /api/uploads/u1']))
  })

  it('leaves the interrupted upload for a file that is chosen meanwhile', async () => {
    const { job, open } = setUp()
    const restored = job.restore()
    void job.choose(chosen, limits)
    open()
    await restored
    expect(job.getState()).toMatchObject({ step: 'preparing', name: 'chosen.mp4' })
    expect(sent).not.toContain('GET /api/uploads/u1')
  })

  it('shows the last of two files that are chosen at once', async () => {
    const { job } = setUp()
    const first = job.choose(new File(['other'], 'first.mp4'), limits)
    void job.choose(chosen, limits)
    await first
    expect(job.getState()).toMatchObject({ step: 'preparing', name: 'chosen.mp4' })
  })

  it('is empty after a cancel at any time', async () => {
    const { job } = setUp()
    const choice = job.choose(chosen, limits)
    await job.cancel()
    await choice
    expect(job.getState()).toEqual({ step: 'empty', error: null })
  })
})
