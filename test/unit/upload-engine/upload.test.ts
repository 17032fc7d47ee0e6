import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PartReader } from '#web/features/publish/upload/engine/part-reader'
import type { ResumeRecord } from '#web/features/publish/upload/engine/resume-record'
import { TransportError } from '#web/features/publish/upload/engine/transport'
import { ResumableUpload } from '#web/features/publish/upload/engine/upload'
import { FakeServer, FakeSurroundings, type Fault } from './fake-server'

const partSize = 4
const sessionEnded = {
  phase: 'failed',
  error: 'Your session has ended. Sign in, then try again.',
  canRetry: true,
}

function setUp({ size = 22, faults = [] as Fault[] } = {}) {
  const bytes = Uint8Array.from({ length: size }, (_, index) => (index * 37 + 11) % 256)
  const reader = {
    size,
    read: async (start: number, end: number) => bytes.slice(start, end).buffer,
  } satisfies PartReader
  const server = new FakeServer(partSize, faults)
  const surroundings = new FakeSurroundings()
  const saved: ResumeRecord[] = []
  const record: ResumeRecord = {
    kind: 'video',
    contentType: 'video/mp4',
    fileName: 'clip.mp4',
    size,
    fingerprint: 'f'.repeat(64),
    uploadId: null,
    storedName: 'made.mp4',
    duration: 1,
  }
  const save = (record: ResumeRecord) => void saved.push(record)
  const seams = { reader, transport: server, save, surroundings }
  return {
    bytes,
    reader,
    server,
    surroundings,
    saved,
    record,
    seams,
    upload: new ResumableUpload(record, seams),
  }
}

const fault = fc.constantFrom<Fault>(
  'none',
  'request-lost',
  'answer-lost',
  'busy',
  'corrupted',
  'being-finished',
  'broken',
  'foreign',
)
/** Fewer faults than a call may have, so that the upload always succeeds. */
const faults = fc.array(fault, { maxLength: 8 })
const size = fc.integer({ min: 1, max: 60 })

describe('ResumableUpload', () => {
  it('sends every part exactly once and right, whatever fails on the way', async () => {
    await fc.assert(
      fc.asyncProperty(size, faults, async (size, faults) => {
        const { bytes, server, upload } = setUp({ size, faults })
        await upload.start()
        expect(upload.getState()).toMatchObject({ phase: 'done', sentBytes: size, error: null })
        expect(server.content('upload-1')).toEqual([...bytes])
        expect([...server.stores.values()].every((times) => times === 1)).toBe(true)
        expect(server.mostAtOnce).toBeLessThanOrEqual(3)
      }),
    )
  })

  it('leaves nothing when it is cancelled at any point', async () => {
    await fc.assert(
      fc.asyncProperty(size, faults, fc.integer({ min: 1, max: 40 }), async (size, faults, point) => {
        const { server, saved, upload } = setUp({ size, faults })
        let cancelled: Promise<void> | undefined
        const cancel = () => {
          cancelled = upload.cancel()
          saved.length = 0
        }
        server.onCall = () => {
          if (server.calls.length === point) cancel()
        }
        await upload.start()
        server.onCall = () => {}
        if (!cancelled) cancel()
        await cancelled
        expect(server.uploads.size).toBe(0)
        expect(saved).toEqual([])
        expect(upload.getState().phase).toBe('cancelled')
      }),
    )
  })

  it('goes on after a pause at any point without sending a received part again', async () => {
    await fc.assert(
      fc.asyncProperty(size, fc.integer({ min: 1, max: 20 }), async (size, point) => {
        const { bytes, server, upload } = setUp({ size })
        server.onCall = () => {
          if (server.calls.length === point) upload.pause()
        }
        await upload.start()
        if (upload.getState().phase === 'paused') await upload.start()
        expect(upload.getState().phase).toBe('done')
        expect(server.content('upload-1')).toEqual([...bytes])
        expect([...server.stores.values()].every((times) => times === 1)).toBe(true)
      }),
    )
  })

  it('asks the server after a reload and sends only what is missing', async () => {
    const { bytes, server, saved, seams, upload } = setUp()
    server.onCall = (name) => {
      if (name === 'put 4') upload.pause()
    }
    await upload.start()
    const before = [...server.stores.keys()]
    expect(before.length).toBeGreaterThan(0)
    server.calls.length = 0

    const record = saved.at(-1)
    expect(record?.uploadId).toBe('upload-1')
    const resumed = new ResumableUpload(record as ResumeRecord, seams)
    await resumed.start()

    expect(resumed.getState().phase).toBe('done')
    expect(server.calls[0]).toBe('status')
    expect(server.calls).not.toContain('open')
    for (const part of before) expect(server.calls).not.toContain(`put ${part}`)
    expect(server.content('upload-1')).toEqual([...bytes])
  })

  it('opens anew when the server has lost the upload', async () => {
    const { server, saved, seams, record } = setUp()
    const upload = new ResumableUpload({ ...record, uploadId: 'swept' }, seams)
    await upload.start()
    expect(server.calls.slice(0, 2)).toEqual(['status', 'open'])
    expect(upload.getState().phase).toBe('done')
    expect(saved.at(-1)?.uploadId).toBe('upload-1')
  })

  it('does not repeat a refusal, and says why', async () => {
    const { server, upload } = setUp()
    server.complete = async () => {
      server.calls.push('complete')
      throw new TransportError('This video has no picture.', { status: 422, code: 'unplayable_media' })
    }
    await upload.start()
    expect(upload.getState()).toMatchObject({
      phase: 'failed',
      error: 'This video has no picture.',
      canRetry: false,
    })
    expect(server.calls.filter((name) => name === 'complete')).toHaveLength(1)
  })

  it('gives up a dead server after a while, and goes on when it is asked to', async () => {
    const { bytes, server, surroundings, upload } = setUp({ faults: Array<Fault>(9).fill('request-lost') })
    await upload.start()
    expect(upload.getState()).toMatchObject({ phase: 'failed', canRetry: true })
    expect(surroundings.waits).toEqual([500, 1000, 2000, 4000, 8000, 16000, 30000, 30000])
    await upload.start()
    expect(upload.getState().phase).toBe('done')
    expect(server.content('upload-1')).toEqual([...bytes])
  })

  it('that is tireless outlasts an outage, and says so from the third failure on', async () => {
    const { bytes, seams, record, server } = setUp({ faults: Array<Fault>(100).fill('request-lost') })
    const upload = new ResumableUpload(record, { ...seams, tireless: true })
    const phases: string[] = []
    upload.subscribe(() => {
      const { phase } = upload.getState()
      if (phase !== phases.at(-1)) phases.push(phase)
    })
    server.onCall = () => {
      if (server.calls.length <= 3) expect(phases).toEqual(['waiting'])
      else if (server.calls.length <= 101) expect(phases).toEqual(['waiting', 'delayed'])
    }
    await upload.start()
    expect(phases).toEqual(['waiting', 'delayed', 'waiting', 'sending', 'finishing', 'done'])
    expect(server.content('upload-1')).toEqual([...bytes])
  })

  it.each<[Fault, string]>([
    ['crashed', 'Something went wrong.'],
    ['foreign', 'Sign in to this network.'],
    ['broken', 'Part 1 broke off.'],
  ])('that is tireless ends after nine times %s, which is no outage', async (fault, error) => {
    const nine = Array<Fault>(9).fill(fault)
    const faults = [...nine.slice(1), ...Array<Fault>(20).fill('busy'), ...nine]
    const { seams, record, server } = setUp({ faults })
    const upload = new ResumableUpload(record, { ...seams, tireless: true })
    await upload.start()
    expect(upload.getState()).toMatchObject({ phase: 'failed', error, canRetry: true })
    expect(server.calls).toHaveLength(37)
    await upload.start()
    expect(upload.getState().phase).toBe('done')
  })

  it('is shown as delayed until its last part goes on', async () => {
    const { seams, record, server } = setUp({ size: 12 })
    const upload = new ResumableUpload(record, { ...seams, tireless: true })
    const phases: string[] = []
    upload.subscribe(() => {
      const { phase } = upload.getState()
      if (phase !== phases.at(-1)) phases.push(phase)
    })
    const put = server.putPart.bind(server)
    const left = new Map([
      [1, 5],
      [3, 8],
    ])
    server.putPart = async (id, part, ...rest) => {
      const failures = left.get(part) ?? 0
      left.set(part, failures - 1)
      if (failures > 0) throw new TransportError('Busy.', { status: 503, code: 'unavailable' })
      await put(id, part, ...rest)
    }
    await upload.start()
    expect(phases).toEqual(['waiting', 'sending', 'delayed', 'sending', 'finishing', 'done'])
  })

  it('can be paused during an outage, and goes on', async () => {
    const { seams, record, server } = setUp({ faults: Array<Fault>(6).fill('busy') })
    const upload = new ResumableUpload(record, { ...seams, tireless: true })
    server.onCall = () => {
      if (server.calls.length === 5) upload.pause()
    }
    await upload.start()
    expect(upload.getState().phase).toBe('paused')
    await upload.start()
    expect(upload.getState().phase).toBe('done')
  })

  it('sends again what the server no longer has when it is to be finished', async () => {
    const { bytes, server, upload } = setUp()
    const complete = server.complete.bind(server)
    server.complete = async () => {
      server.complete = complete
      server.uploads.get('upload-1')?.parts.clear()
      throw new TransportError('Some parts were damaged.', { status: 409, code: 'conflict' })
    }
    await upload.start()
    expect(upload.getState().phase).toBe('done')
    expect(server.content('upload-1')).toEqual([...bytes])
    expect([...server.stores.values()]).toEqual(Array(6).fill(2))
  })

  it('says what to do after the session has ended, and goes on after that', async () => {
    const { server, upload } = setUp()
    const put = server.putPart.bind(server)
    server.putPart = async () => {
      throw new TransportError('Please sign in first.', { status: 401, code: 'unauthenticated' })
    }
    await upload.start()
    expect(upload.getState()).toMatchObject(sessionEnded)
    server.putPart = put
    await upload.start()
    expect(upload.getState().phase).toBe('done')
  })

  it('says so when session and upload ended while the device slept, and is sent whole after a sign-in', async () => {
    const { bytes, server, upload } = setUp()
    let isSignedOut = false
    server.onCall = (name) => {
      if (name === 'put 3') {
        server.uploads.clear()
        isSignedOut = true
      }
      if (isSignedOut)
        throw new TransportError('Please sign in first.', { status: 401, code: 'unauthenticated' })
    }
    await upload.start()
    expect(upload.getState()).toMatchObject(sessionEnded)
    server.onCall = () => {}
    await upload.start()
    expect(upload.getState().phase).toBe('done')
    expect(server.content('upload-1')).toEqual([...bytes])
  })

  it('waits as long as Retry-After says', async () => {
    const { surroundings, upload } = setUp({ faults: ['busy'] })
    await upload.start()
    expect(surroundings.waits).toEqual([2000])
  })

  it('tells a limit that lasts instead of waiting for it', async () => {
    const { server, surroundings, upload } = setUp()
    server.open = async () => {
      throw new TransportError('You have uploaded a lot. Try again in an hour.', { status: 429 })
    }
    await upload.start()
    expect(upload.getState()).toMatchObject({
      phase: 'failed',
      error: 'You have uploaded a lot. Try again in an hour.',
      canRetry: true,
    })
    expect(surroundings.waits).toEqual([])
  })

  it('waits for the network without counting failures', async () => {
    const { server, surroundings, upload } = setUp({ faults: ['none', 'request-lost'] })
    const phases: string[] = []
    upload.subscribe(() => phases.push(upload.getState().phase))
    const offline = new Promise<void>((resolve) => {
      upload.subscribe(() => upload.getState().phase === 'offline' && resolve())
    })
    server.onCall = (name) => {
      if (name.startsWith('put')) surroundings.online = false
    }
    const ended = upload.start()
    await offline
    server.onCall = () => {}
    surroundings.goOnline()
    await ended
    expect(phases).toContain('offline')
    expect(upload.getState().phase).toBe('done')
    expect(surroundings.waits).toEqual([])
  })

  it('fails with a sentence when the file is gone', async () => {
    const { reader, upload } = setUp()
    reader.read = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
    await upload.start()
    expect(upload.getState()).toMatchObject({
      phase: 'failed',
      error: 'We can no longer read this file. Choose or fetch it again.',
      canRetry: false,
    })
  })

  it('is not stored again once it is cancelled', async () => {
    const { saved, server, upload } = setUp()
    let ended = Promise.resolve()
    server.onCall = (name) => {
      if (name !== 'open') return
      ended = upload.cancel()
      saved.length = 0
    }
    await upload.start()
    await ended
    expect(saved).toEqual([])
    expect(server.uploads.size).toBe(0)
  })
})
