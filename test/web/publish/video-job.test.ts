import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { publishedDeliveries, resumePublished } from '#web/features/publish/upload/delivery/published'
import { forgetTurns } from '#web/features/publish/upload/delivery/turns'
import { VideoJob } from '#web/features/publish/upload/job/video-job'
import { type JobRecord, loadJobs } from '#web/features/publish/upload/store/job-record'
import { openStored, removeStored, removeStoredGroup } from '#web/studio/files/stored-files'
import { ladderStopped } from '#web/studio/ladder/support'
import { Refusal } from '#web/studio/source/refusal'
import { drawPictures, makeLadder, prepareVideo } from '#web/studio/studio'
import { UploadServer } from '../support/upload-server'

// The studio needs workers and OPFS: the browser tests have them.
vi.mock('#web/studio/studio', () => ({
  treatmentOf: (cut: object | null) => JSON.stringify(cut),
  prepareVideo: vi.fn(),
  drawPictures: vi.fn(async () => {}),
  makeLadder: vi.fn(),
}))
vi.mock('#web/studio/files/stored-files', () => ({
  openStored: vi.fn(),
  removeStored: vi.fn(),
  removeStoredGroup: vi.fn(),
}))

const limits = { minDuration: 1, maxDuration: 3600, maxUploadBytes: 1e9 }
const chosen = new File(['source'], 'chosen.mp4', { type: 'video/mp4', lastModified: 5 })
const part = { start: 1, end: 3 }

let stored: Map<string, Blob>
const sounds = { found: [], taken: null }
let server: UploadServer
let lastAccount = 0
const jobs: VideoJob[] = []

beforeEach(() => {
  stored = new Map()
  server = new UploadServer()
  let made = 0
  vi.mocked(openStored).mockImplementation(async (name) => (stored.get(name) as File) ?? null)
  vi.mocked(removeStored).mockImplementation(async (name) => void stored.delete(name))
  vi.mocked(makeLadder).mockImplementation((_, { signal }) => untilAborted(signal))
  vi.mocked(prepareVideo).mockImplementation(async (source, { cut }) => {
    made++
    const file = new Blob([`${await source.text()} ${JSON.stringify(cut ?? null)}`])
    stored.set(`made-${made}`, file)
    const isEncoded = Boolean(cut)
    const about = {
      contentType: 'video/mp4',
      duration: 60,
      width: 1280,
      height: 720,
      isEncoded,
      damage: null,
      sounds,
    }
    return { file, storedName: `made-${made}`, ...about }
  })
})

// A job that went on uploading would use the next test's server.
afterEach(async () => {
  const deliveries = publishedDeliveries.get().map(({ delivery }) => delivery)
  await Promise.all([...jobs.splice(0), ...deliveries].map((each) => each.cancel()))
})

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

/** Returns the job that a page has for a draft. */
function jobOf(draft: string): VideoJob {
  const job = new VideoJob(draft)
  jobs.push(job)
  return job
}

function newJob() {
  lastAccount++
  const draft = `${lastAccount}:upload-video:0`
  return { job: jobOf(draft), draft, account: lastAccount }
}

/** Stores the state of a page that was closed during its upload. */
async function interrupt() {
  const { job, draft } = newJob()
  server.hold = true
  await job.choose(chosen, limits)
  await vi.waitFor(() => expect(server.calls).toContain('PUT video-1'))
  server.calls.length = 0
  forgetTurns(lastAccount)
  return { job: jobOf(draft), draft }
}

const step = (job: VideoJob) => job.getState().step
const uploading = (job: VideoJob) =>
  vi.waitFor(() => expect(job.getState()).toMatchObject({ upload: { phase: 'done' } }))

describe('VideoJob', () => {
  it('goes on with an interrupted upload once, although two pages ask for it', async () => {
    const { job } = await interrupt()
    await Promise.all([job.restore(limits), job.restore(limits)])
    expect(job.getState()).toMatchObject({ step: 'uploading', name: 'chosen.mp4' })
    await vi.waitFor(() => expect(server.calls).toContain('PUT video-1'))
    expect(server.calls.filter((call) => call === 'GET video-1')).toHaveLength(1)
    expect(server.calls).not.toContain('POST video')
  })

  it('leaves the interrupted upload for a file that is chosen meanwhile', async () => {
    const { job } = await interrupt()
    const restored = job.restore(limits)
    await job.choose(new File(['other'], 'other.mp4'), limits)
    await restored
    expect(job.getState()).toMatchObject({ step: 'uploading', name: 'other.mp4' })
    expect(server.calls).toContain('DELETE video-1')
    expect(stored.size).toBe(1)
  })

  it('asks for the file again when it is lost', async () => {
    const { job } = await interrupt()
    stored.clear()
    await job.restore(limits)
    expect(job.getState()).toMatchObject({ step: 'empty', error: expect.stringContaining('“chosen.mp4”') })
    await job.choose(chosen, limits)
    expect(server.calls).not.toContain('DELETE video-1')
  })

  it('keeps the last of two files that are chosen at once, also when the first is ready later', async () => {
    const { job } = newJob()
    const late = Promise.withResolvers<void>()
    const prepare = vi.mocked(prepareVideo).getMockImplementation()
    vi.mocked(prepareVideo).mockImplementationOnce(async (...input) => {
      await late.promise
      return prepare?.(...input) as ReturnType<typeof prepareVideo>
    })
    const first = job.choose(new File(['first'], 'first.mp4'), limits)
    await vi.waitFor(() => expect(step(job)).toBe('preparing'))
    await job.choose(new File(['second'], 'second.mp4'), limits)
    late.resolve()
    await first
    expect(job.getState()).toMatchObject({ step: 'uploading', name: 'second.mp4' })
    expect(loadJobs(lastAccount)).toHaveLength(1)
  })

  it('leaves nothing here after a release, and its uploads on the server', async () => {
    const { job, account } = newJob()
    await job.choose(chosen, limits)
    await uploading(job)
    await job.delivery?.end()
    expect(job.getState()).toEqual({ step: 'empty', error: null })
    expect(loadJobs(account)).toEqual([])
    expect(stored.size).toBe(0)
    expect(server.calls).not.toContain('DELETE video-1')
  })

  it('sends a file once that the server refused for good', async () => {
    const { job } = newJob()
    server.refusal = { status: 422, detail: 'This file is refused.' }
    await job.choose(chosen, limits)
    await vi.waitFor(() => expect(job.getState()).toMatchObject({ upload: { phase: 'failed' } }))
    expect(await job.finish()).toBeNull()
    expect(server.calls).toEqual(['POST video'])
  })

  /** Returns a job that has sent all its files. */
  async function sentWhole() {
    vi.mocked(makeLadder).mockImplementation(async (_, { onFile }) => {
      const file = new Blob(['rendition'])
      stored.set('360p', file)
      onFile({ kind: 'rendition', quality: 360, storedName: '360p', file, contentType: 'video/mp4' })
      return { kind: 'made' }
    })
    const { job } = newJob()
    await job.choose(chosen, limits)
    await vi.waitFor(() => expect(job.delivery?.isComplete).toBe(true))
    return job
  }

  it('sends again what the server has deleted, and only then', async () => {
    const job = await sentWhole()
    const opened = () => server.calls.filter((call) => call.startsWith('POST'))
    void job.delivery?.sendAgain()
    await uploading(job)
    expect(opened()).toEqual(['POST video', 'POST rendition'])

    server.uploads.clear()
    void job.delivery?.sendAgain()
    await vi.waitFor(() => expect(opened()).toHaveLength(4))
    await vi.waitFor(() => expect(job.delivery?.isComplete).toBe(true))
    expect(await job.finish()).toEqual({ videoFile: 'video-3', further: { renditions: ['rendition-4'] } })
  })

  it('is not published with files that were deleted with the upload before', async () => {
    const job = await sentWhole()
    server.uploads.clear()
    void job.delivery?.sendAgain()
    expect(await job.finish()).toEqual({ videoFile: 'video-3', further: null })
    await vi.waitFor(() => expect(job.delivery?.isComplete).toBe(true))
    expect(await job.finish()).toEqual({ videoFile: 'video-3', further: { renditions: ['rendition-4'] } })
  })

  it('is published only as what it still sends', async () => {
    const { job } = newJob()
    await job.choose(chosen, limits)
    const { delivery } = job
    expect(delivery).not.toBeNull()
    await job.setCut(part, limits)
    expect(await job.publishedAs(9, null, delivery)).toBe(false)
    expect(job.getState()).toMatchObject({ step: 'uploading', cut: part })
    expect(publishedDeliveries.get()).toEqual([])
  })

  it('leaves nothing after a cancel, here or on the server', async () => {
    const { job, account } = newJob()
    await job.choose(chosen, limits)
    await uploading(job)
    await job.cancel()
    expect(job.getState()).toEqual({ step: 'empty', error: null })
    expect(loadJobs(account)).toEqual([])
    expect(stored.size).toBe(0)
    expect(server.calls).toContain('DELETE video-1')
  })

  it('is empty after a cancel while it prepares', async () => {
    const { job, account } = newJob()
    vi.mocked(prepareVideo).mockImplementation((_, { signal }) => untilAborted(signal))
    const choice = job.choose(chosen, limits)
    await vi.waitFor(() => expect(step(job)).toBe('preparing'))
    await job.cancel()
    await choice
    expect(job.getState()).toEqual({ step: 'empty', error: null })
    expect(loadJobs(account)).toEqual([])
  })
})

describe('a cut', () => {
  it('takes the place of the whole, whose upload ends, and can be taken back', async () => {
    const { job } = newJob()
    await job.choose(chosen, limits)
    await uploading(job)
    await job.setCut(part, limits)
    await uploading(job)
    expect(server.calls).toContain('DELETE video-1')
    expect(job.getState()).toMatchObject({ cut: part, upload: { result: { id: 'video-2' } } })
    expect(await server.text('video-2')).toContain(JSON.stringify(part))

    await job.setCut(null, limits)
    await uploading(job)
    expect(job.getState()).toMatchObject({ cut: null, upload: { result: { id: 'video-3' } } })
    expect(await server.text('video-3')).toBe('source null')
    expect([...stored.keys()]).toEqual(['made-1'])
  })

  it('is made again after a reload in the middle of it', async () => {
    const { job, draft } = newJob()
    await job.choose(chosen, limits)
    vi.mocked(prepareVideo).mockImplementationOnce(() => new Promise(() => {}))
    void job.setCut(part, limits)
    await vi.waitFor(() => expect(loadJobs(lastAccount)).toMatchObject([{ cut: part, source: null }]))

    forgetTurns(lastAccount)
    const next = jobOf(draft)
    await next.restore(limits)
    await uploading(next)
    expect(next.getState()).toMatchObject({ cut: part, uncut: { duration: 60 } })
  })

  it('asked for twice at once makes one job', async () => {
    const { job } = newJob()
    await job.choose(chosen, limits)
    await uploading(job)
    await Promise.all([job.setCut(part, limits), job.setCut(part, limits)])
    await uploading(job)
    expect(loadJobs(lastAccount)).toHaveLength(1)
    expect(server.calls.filter((call) => call === 'POST video')).toHaveLength(2)
  })

  it('stays away after a cancel while the whole before it ends', async () => {
    const { job } = newJob()
    await job.choose(chosen, limits)
    await uploading(job)
    const cutting = job.setCut(part, limits)
    await job.cancel()
    await cutting
    expect(job.getState()).toEqual({ step: 'empty', error: null })
    expect(loadJobs(lastAccount)).toEqual([])
    expect(stored.size).toBe(0)
  })

  it('that is encoded anew is not sent as a part of the encode before', async () => {
    const { job, draft } = newJob()
    await job.choose(chosen, limits)
    await uploading(job)
    await job.setCut(part, limits)
    await uploading(job)
    stored.delete('made-2')

    forgetTurns(lastAccount)
    const next = jobOf(draft)
    await next.restore(limits)
    await uploading(next)
    expect(next.getState()).toMatchObject({ cut: part, upload: { result: { id: 'video-3' } } })
  })

  it('that can not be made publishes nothing, and says why', async () => {
    const { job } = newJob()
    await job.choose(chosen, limits)
    await uploading(job)
    vi.mocked(prepareVideo).mockRejectedValueOnce(new Refusal("This browser can't encode video."))
    await job.setCut(part, limits)
    expect(job.getState()).toMatchObject({ step: 'stuck', error: "This browser can't encode video." })
    expect(await job.finish()).toBeNull()
    await job.setCut(null, limits)
    expect(await job.finish()).toMatchObject({ videoFile: 'video-2' })
  })
})

describe('a file that can not be copied', () => {
  it('is sent anew when its encode was lost', async () => {
    const encode = async () => {
      const about = {
        contentType: 'video/mp4',
        duration: 60,
        width: 1280,
        height: 720,
        isEncoded: true,
        damage: null,
        sounds,
      }
      return { file: new Blob(['encoded']), storedName: null, ...about }
    }
    vi.mocked(prepareVideo).mockImplementation(encode)
    const { job, draft } = newJob()
    server.hold = true
    await job.choose(chosen, limits)
    await vi.waitFor(() => expect(server.calls).toContain('PUT video-1'))
    server.hold = false
    const next = jobOf(draft)
    await next.choose(chosen, limits)
    await uploading(next)
    expect(next.getState()).toMatchObject({ upload: { result: { id: 'video-2' } } })
    expect(server.calls).toContain('DELETE video-1')
  })
})

describe('a damaged file', () => {
  const damage = { readable: 9, announced: 20 }

  beforeEach(() => {
    const whole = vi.mocked(prepareVideo).getMockImplementation()
    vi.mocked(prepareVideo).mockImplementation(async (source, options) => {
      const made = await whole?.(source, options)
      if (!made) throw new Error('Nothing was made.')
      return { ...made, damage: options.cut ? null : damage }
    })
  })

  it('is not uploaded before that is accepted, not even after a reload', async () => {
    const { job, draft } = newJob()
    await job.choose(chosen, limits)
    expect(job.getState()).toMatchObject({ step: 'damaged', damage, uncut: { duration: 60 } })
    expect(await job.finish()).toBeNull()
    const next = jobOf(draft)
    await next.restore(limits)
    expect(next.getState()).toMatchObject({ step: 'damaged', damage })
    expect(server.calls).toEqual([])

    await next.accept(limits)
    expect(await next.finish()).toMatchObject({ videoFile: 'video-1' })
    const last = jobOf(draft)
    await last.restore(limits)
    expect(last.getState().step).toBe('uploading')
  })

  it('may be cut to a part that can be read, and is asked about again as a whole', async () => {
    const { job } = newJob()
    await job.choose(chosen, limits)
    await job.setCut(part, limits)
    expect(await job.finish()).toMatchObject({ videoFile: 'video-1' })
    await job.setCut(null, limits)
    expect(job.getState()).toMatchObject({ step: 'damaged', damage })
  })
})

describe('a file whose sound can not be read', () => {
  const found = [
    { format: 'AC-3', language: null, canRead: false },
    { format: 'DTS', language: 'eng', canRead: false },
  ]

  beforeEach(() => {
    const whole = vi.mocked(prepareVideo).getMockImplementation()
    vi.mocked(prepareVideo).mockImplementation(async (source, options) => {
      const made = await whole?.(source, options)
      if (!made) throw new Error('Nothing was made.')
      return { ...made, sounds: { found, taken: null } }
    })
  })

  it('is not uploaded without it before that is accepted, not as a part either, nor after a reload', async () => {
    const { job, draft } = newJob()
    await job.choose(chosen, limits)
    const silent = { step: 'silent', formats: ['AC-3', 'DTS'], uncut: { duration: 60 } }
    expect(job.getState()).toMatchObject(silent)
    await job.setCut(part, limits)
    expect(job.getState()).toMatchObject({ ...silent, cut: part })
    expect(await job.finish()).toBeNull()
    const next = jobOf(draft)
    await next.restore(limits)
    expect(next.getState()).toMatchObject({ ...silent, cut: part })
    expect(server.calls).toEqual([])

    await next.accept(limits)
    expect(await next.finish()).toMatchObject({ videoFile: 'video-1' })
    await next.setCut(null, limits)
    expect(await next.finish()).toMatchObject({ videoFile: 'video-2' })
  })

  it('is asked about after its damage', async () => {
    const whole = vi.mocked(prepareVideo).getMockImplementation()
    const damage = { readable: 9, announced: 20 }
    vi.mocked(prepareVideo).mockImplementation(async (source, options) => {
      const made = await whole?.(source, options)
      if (!made) throw new Error('Nothing was made.')
      return { ...made, damage }
    })
    const { job } = newJob()
    await job.choose(chosen, limits)
    expect(job.getState().step).toBe('damaged')
    await job.accept(limits)
    expect(job.getState().step).toBe('silent')
    await job.accept(limits)
    expect(await job.finish()).toMatchObject({ videoFile: 'video-1' })
  })
})

describe('a file with several sounds', () => {
  it('is prepared with the chosen one, as a part, too', async () => {
    const found = ['fra', 'eng'].map((language) => ({ format: 'AAC', language, canRead: true }))
    const whole = vi.mocked(prepareVideo).getMockImplementation()
    vi.mocked(prepareVideo).mockImplementation(async (source, options) => {
      const made = await whole?.(source, options)
      if (!made) throw new Error('Nothing was made.')
      return { ...made, sounds: { found, taken: options.sound === 1 ? 1 : 0 } }
    })
    const wanted = () => vi.mocked(prepareVideo).mock.lastCall?.[1].sound
    const { job } = newJob()
    await job.choose(chosen, limits)
    expect([wanted(), job.getState()]).toMatchObject(['first', { sounds: { found, taken: 0 } }])
    expect(job.chosenFile).toBe(chosen)
    await job.choose(chosen, limits, 1)
    expect([wanted(), job.getState()]).toMatchObject([1, { sounds: { found, taken: 1 } }])
    await job.setCut(part, limits)
    expect([wanted(), job.getState()]).toMatchObject([1, { sounds: { taken: 1 }, cut: part }])
  })
})

describe('the further files', () => {
  /** Returns a ladder that makes its files when told to. */
  function ladder() {
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof makeLadder>>>()
    const files = new Map<string, () => void>()
    vi.mocked(makeLadder).mockImplementation((_, { signal, onFile }) => {
      const make = (kind: 'rendition' | 'storyboard' | 'preview', quality: number | null) => () => {
        const name = quality === null ? kind : `${quality}p`
        const file = new Blob([name])
        stored.set(name, file)
        onFile({
          kind,
          quality,
          storedName: name,
          file,
          contentType: kind === 'storyboard' ? 'image/jpeg' : 'video/mp4',
        })
      }
      files.set('360p', make('rendition', 360)).set('storyboard', make('storyboard', null))
      return new Promise((done, reject) => {
        promise.then(done, reject)
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    })
    return { make: (name: '360p' | 'storyboard') => files.get(name)?.(), end: resolve, fail: reject }
  }

  async function published() {
    const made = ladder()
    const { job, account } = newJob()
    await job.choose(chosen, limits)
    const finished = await job.finish()
    server.videos.add(9)
    await job.publishedAs(9, finished?.further ?? null)
    const delivery = publishedDeliveries.get().find(({ videoId }) => videoId === 9)?.delivery
    return { job, account, made, delivery }
  }

  it('are not waited for, and follow the published video one by one', async () => {
    const { job, account, made } = await published()
    expect(step(job)).toBe('empty')
    made.make('360p')
    await vi.waitFor(() =>
      expect(server.patches).toEqual([{ renditions: ['rendition-2'], madeFrom: 'video-1' }]),
    )
    made.make('storyboard')
    made.end({ kind: 'made' })
    await vi.waitFor(() => expect(loadJobs(account)).toEqual([]))
    expect(server.patches.at(-1)).toEqual({ storyboardFile: 'storyboard-3', madeFrom: 'video-1' })
    expect(publishedDeliveries.get()).toEqual([])
    expect(stored.size).toBe(0)
  })

  it('come with the video as far as they are finished', async () => {
    const made = ladder()
    const { job } = newJob()
    await job.choose(chosen, limits)
    await uploading(job)
    made.make('360p')
    await vi.waitFor(() => expect(server.calls).toContain('COMPLETE rendition-2'))
    await vi.waitFor(async () =>
      expect(await job.finish()).toEqual({ videoFile: 'video-1', further: { renditions: ['rendition-2'] } }),
    )
    await job.cancel()
    expect(server.calls).toContain('DELETE rendition-2')
  })

  it('wait for a video in the trash, and follow it when it is restored', async () => {
    const { made, delivery } = await published()
    server.videos.clear()
    server.trash.add(9)
    made.make('360p')
    await vi.waitFor(() =>
      expect(delivery?.getState().error).toBe('This video was deleted. Restore it, then try again.'),
    )
    server.videos.add(9)
    delivery?.resume()
    await vi.waitFor(() => expect(server.patches).toHaveLength(1))
  })

  it('end with a video that is gone, and leave nothing', async () => {
    const { account, made } = await published()
    server.videos.clear()
    made.make('360p')
    await vi.waitFor(() => expect(publishedDeliveries.get()).toEqual([]))
    await vi.waitFor(() => expect(server.calls).toContain('DELETE rendition-2'))
    expect(loadJobs(account)).toEqual([])
    expect(stored.size).toBe(0)
    expect(server.calls).not.toContain('DELETE video-1')
  })

  it('end with a cancel after they stopped', async () => {
    const { account, made, delivery } = await published()
    server.refusal = { status: 409, detail: 'You have 9 uploads under way.' }
    made.make('360p')
    await vi.waitFor(() => expect(delivery?.getState().error).not.toBeNull())
    await delivery?.cancel()
    await delivery?.run()
    expect(loadJobs(account)).toEqual([])
  })

  it('are not taken up once more when another tab writes', async () => {
    const { account } = await published()
    await resumePublished(account)
    expect(publishedDeliveries.get()).toHaveLength(1)
  })

  it('end with a cancel', async () => {
    const { account, delivery } = await published()
    await delivery?.cancel()
    expect(loadJobs(account)).toEqual([])
    expect(stored.size).toBe(0)
    expect(server.calls.filter((call) => call.startsWith('DELETE'))).toEqual([])
  })

  it('begin with pictures, which don’t wait for the qualities of another video', async () => {
    const { job, account } = newJob()
    await job.choose(chosen, limits)
    await vi.waitFor(() => expect(makeLadder).toHaveBeenCalledOnce())
    vi.mocked(drawPictures).mockImplementationOnce(async (_, { onFile }) => {
      const file = new Blob(['storyboard'])
      stored.set('storyboard', file)
      onFile({ kind: 'storyboard', quality: null, storedName: 'storyboard', file, contentType: 'image/jpeg' })
    })
    const other = jobOf(`${account}:upload-video:1`)
    await other.choose(chosen, limits)
    await vi.waitFor(() => expect(server.calls).toContain('POST storyboard'))
    expect(makeLadder).toHaveBeenCalledOnce()
  })

  it('wait for a word when they would take long, and are left out when they are not wanted', async () => {
    const { account, made, delivery } = await published()
    made.end({ kind: 'choice', minutes: 24 })
    await vi.waitFor(() => expect(delivery?.getState()).toMatchObject({ ladder: 'offered', minutes: 24 }))
    vi.mocked(makeLadder).mockResolvedValueOnce({ kind: 'made' })
    delivery?.decide(true)
    await vi.waitFor(() => expect(loadJobs(account)).toEqual([]))
    expect(vi.mocked(makeLadder).mock.lastCall?.[1]).toMatchObject({ patient: true })
  })

  it('say what is missing', async () => {
    const made = ladder()
    const { job } = newJob()
    await job.choose(chosen, limits)
    made.end({ kind: 'unable', missing: 'This browser makes no lower qualities.' })
    await vi.waitFor(() =>
      expect(job.getState()).toMatchObject({
        ladder: 'over',
        missing: 'This browser makes no lower qualities.',
      }),
    )
    await job.cancel()
  })

  it('are tried again under their key when their making failed, without what was made before', async () => {
    const { account, made, delivery } = await published()
    made.make('360p')
    made.fail(new Refusal('The encoder stopped.'))
    await vi.waitFor(() => expect(delivery?.getState().makingError).toBe('The encoder stopped.'))
    await vi.waitFor(() => expect(server.patches).toHaveLength(1))
    const [record] = loadJobs(account)
    expect(record).toMatchObject({ ladder: 'making', makingError: 'The encoder stopped.', missing: null })
    expect(removeStoredGroup).not.toHaveBeenCalled()

    vi.mocked(makeLadder).mockResolvedValueOnce({ kind: 'made' })
    delivery?.resume()
    await vi.waitFor(() => expect(loadJobs(account)).toEqual([]))
    expect(vi.mocked(makeLadder).mock.lastCall?.[1]).toMatchObject({ key: record?.id })
    expect(server.patches).toEqual([{ renditions: ['rendition-2'], madeFrom: 'video-1' }])
  })

  it('wait after a reload too until they are told to try again', async () => {
    const made = ladder()
    const { job, draft, account } = newJob()
    await job.choose(chosen, limits)
    made.fail(new Error('No sentence for people.'))
    await vi.waitFor(() => expect(loadJobs(account)[0]?.makingError).toBe(ladderStopped))

    vi.mocked(makeLadder).mockClear()
    const next = jobOf(draft)
    await next.restore(limits)
    await uploading(next)
    expect(next.getState()).toMatchObject({ ladder: 'making', makingError: ladderStopped })
    expect(makeLadder).not.toHaveBeenCalled()
    vi.mocked(makeLadder).mockImplementation((_, { signal }) => untilAborted(signal))
    next.resume()
    await vi.waitFor(() => expect(makeLadder).toHaveBeenCalledOnce())
    expect(next.getState()).toMatchObject({ makingError: null })
    await next.cancel()
  })

  it('that the server refuses stay out, with its sentence', async () => {
    const { account, made, delivery } = await published()
    server.refusal = { status: 422, detail: 'This file is damaged.' }
    made.make('360p')
    await vi.waitFor(() =>
      expect(delivery?.getState()).toMatchObject({
        missing: "The 360p quality couldn't be added. This file is damaged.",
        error: null,
        makingError: null,
      }),
    )
    made.end({ kind: 'made' })
    await vi.waitFor(() => expect(loadJobs(account)).toEqual([]))
  })

  it('go on after a failure when they are told to', async () => {
    const { account, made, delivery } = await published()
    server.refusal = { status: 409, detail: 'You have 9 uploads under way.' }
    made.make('360p')
    made.end({ kind: 'made' })
    await vi.waitFor(() => expect(delivery?.getState().error).toBe('You have 9 uploads under way.'))
    expect(loadJobs(account)).toMatchObject([{ videoId: 9 }] satisfies Partial<JobRecord>[])
    server.refusal = null
    delivery?.resume()
    await vi.waitFor(() => expect(loadJobs(account)).toEqual([]))
    expect(server.patches).toEqual([{ renditions: ['rendition-2'], madeFrom: 'video-1' }])
  })
})
