import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { cameraErrorText } from '#web/features/publish/camera/camera-error'
import { RecorderOf } from '#web/features/publish/camera/camera-recorder.tsx'
import type { KeeperRequest } from '#web/features/publish/camera/keeper.worker'
import { chooseFormat, recordingName } from '#web/features/publish/camera/recording-format'
import { Refusal } from '#web/studio/source/refusal'
import { expectAccessible } from '../support/axe'
import { stubObjectUrls } from '../support/browser/object-urls'

/** A camera's only track, which can just end. */
class FakeTrack extends EventTarget {
  stopped = false
  stop() {
    this.stopped = true
  }
  getSettings() {
    return { deviceId: 'camera 0', facingMode: 'user' }
  }
}

class FakeRecorder extends EventTarget {
  static isTypeSupported = (type: string) => type === 'video/webm'
  static timeslice = 0
  static writes = true
  state = 'inactive'
  mimeType = 'video/webm;codecs=vp8,opus'
  start(timeslice: number) {
    FakeRecorder.timeslice = timeslice
    this.state = 'recording'
    this.emit('first ')
  }
  stop() {
    this.state = 'inactive'
    // The last chunk comes after stop().
    this.emit('last')
    this.dispatchEvent(new Event('stop'))
  }
  private emit(text: string) {
    const data = new Blob(FakeRecorder.writes ? [text] : [])
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }))
  }
}

/** A microphone that hears `level`. */
class FakeAudioContext {
  static level = 0.1
  createAnalyser() {
    return {
      fftSize: 32,
      getFloatTimeDomainData: (samples: Float32Array) => samples.fill(FakeAudioContext.level),
    }
  }
  createMediaStreamSource() {
    return { connect: () => {} }
  }
  async close() {}
}

/** Writes its input to `kept`, like the real one in the private file system. */
class FakeKeeper extends EventTarget {
  static kept: string[] = []
  postMessage(request: KeeperRequest) {
    if (request.kind === 'open') FakeKeeper.kept.push(request.name)
    if (request.kind === 'close')
      this.dispatchEvent(new MessageEvent('message', { data: { kind: 'closed' } }))
  }
  terminate() {}
}

const limits = { minDuration: 1, maxDuration: 3600, maxUploadBytes: 1e9 }

const studio = vi.hoisted(() => ({ repairRecording: vi.fn() }))
vi.mock('#web/studio/studio', () => studio)

function setUp({
  cameras = 1,
  refusal = null as Error | null,
  left = [] as File[],
  level = 0.1,
  writes = true,
} = {}) {
  FakeRecorder.writes = writes
  const track = new FakeTrack()
  const removed: string[] = []
  studio.repairRecording.mockImplementation(async (recording: File) => ({
    file: new Blob([recording, ' repaired']),
    storedName: 'repaired',
    contentType: 'video/mp4',
  }))
  const recordings = {
    entries: async function* () {
      for (const file of left) yield [file.name, { kind: 'file', getFile: async () => file }]
    },
    removeEntry: async (name: string) => void removed.push(name),
  }
  // The folder recordings/3.
  const directory = {
    getDirectoryHandle: async () => ({ ...recordings, getDirectoryHandle: async () => recordings }),
  }
  FakeAudioContext.level = level
  vi.stubGlobal('AudioContext', FakeAudioContext)
  vi.stubGlobal('Worker', FakeKeeper)
  const getUserMedia = vi.fn(async (_: MediaStreamConstraints) => {
    if (refusal) throw refusal
    return { getTracks: () => [track], getVideoTracks: () => [track], getAudioTracks: () => [track] }
  })
  vi.stubGlobal('navigator', {
    ...navigator,
    userAgent: navigator.userAgent,
    mediaDevices: {
      getUserMedia,
      enumerateDevices: async () =>
        Array.from({ length: cameras }, (_, index) => ({
          kind: 'videoinput',
          deviceId: `camera ${index}`,
          label: `Lens ${index}`,
        })),
    },
    storage: { getDirectory: async () => directory },
    locks: { query: async () => ({ held: [] }), request: async (_: string, hold: () => unknown) => hold() },
  })
  vi.stubGlobal('MediaRecorder', FakeRecorder)
  stubObjectUrls('blob:recording')
  const onDone = vi.fn(async (_: File | null) => true)
  const view = render(
    <main>
      <h1>Upload</h1>
      <RecorderOf account={3} limits={limits} onDone={onDone} />
    </main>,
  )
  return { ...view, onDone, track, getUserMedia, removed }
}

/** Lets time pass second by second, since each timer starts with the previous render. */
async function pass(seconds: number) {
  // The time that this takes on a busy machine doesn't count.
  vi.setTimerTickMode('manual')
  for (let second = 0; second < seconds; second++) await act(() => vi.advanceTimersByTimeAsync(1000))
  vi.setTimerTickMode('interval', 20)
}

describe('the recorder', () => {
  it('counts down, records, and hands over what was made of what the recorder wrote', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    const { onDone, track, getUserMedia } = setUp()
    await user.click(await screen.findByRole('button', { name: 'Record' }))
    expect(getUserMedia.mock.calls[0]?.[0]).toMatchObject({
      video: { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } },
      audio: true,
    })
    expect(screen.getByRole('status').textContent).toBe('3')
    await pass(1)
    expect(screen.getByRole('status').textContent).toBe('2')
    await pass(2)
    expect(FakeRecorder.timeslice).toBe(100)
    await pass(65)
    expect(screen.getByRole('timer').textContent).toBe('1:05')
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    const use = await screen.findByRole('button', { name: 'Use Video' })
    // The camera is off during the preview of the recording. React cleans up after drawing it.
    await vi.waitFor(() => expect(track.stopped).toBe(true))
    await user.click(use)
    const file = onDone.mock.calls[0]?.[0]
    expect(file?.type).toBe('video/mp4')
    expect(file?.name).toMatch(/^recording \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.mp4$/)
    expect(file?.size).toBe('first last repaired'.length)
  })

  it('has been refunded to ready when a recording is discarded', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    const { onDone } = setUp()
    await user.click(await screen.findByRole('button', { name: 'Record' }))
    await pass(3)
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    expect(await screen.findByRole('button', { name: 'Record' })).toBeTruthy()
    expect(onDone).not.toHaveBeenCalled()
  })

  it('says that nothing was recorded where the recorder wrote nothing', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    const { onDone } = setUp({ writes: false })
    await user.click(await screen.findByRole('button', { name: 'Record' }))
    await pass(3)
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(await screen.findByText(/^This browser recorded nothing/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Record' })).toBeTruthy()
    expect(onDone).not.toHaveBeenCalled()
  })

  it('switches between two cameras, not while recording', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    const { getUserMedia, track } = setUp({ cameras: 2 })
    await user.click(await screen.findByRole('button', { name: 'Switch Camera' }))
    await screen.findByRole('button', { name: 'Record' })
    expect(getUserMedia.mock.calls[1]?.[0]).toMatchObject({ video: { facingMode: 'environment' } })
    expect(track.stopped).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Record' }))
    await pass(3)
    expect(screen.getByRole('button', { name: 'Switch Camera' })).toHaveProperty('disabled', true)
  })

  it('has nothing to switch to with one camera, and is accessible', async () => {
    setUp()
    expect(await screen.findByRole('button', { name: 'Switch Camera' })).toHaveProperty('disabled', true)
    await expectAccessible()
  })

  it('keeps what was recorded when the camera is unplugged', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    const { track } = setUp()
    await user.click(await screen.findByRole('button', { name: 'Record' }))
    await pass(3)
    act(() => void track.dispatchEvent(new Event('ended')))
    expect(await screen.findByRole('button', { name: 'Use Video' })).toBeTruthy()
  })

  it('offers what a lost tab recorded, and forgets it when it is discarded', async () => {
    const { removed } = setUp({ left: [new File(['half'], 'recording 2026-11-01 20.15.webm')] })
    expect(await screen.findByText('You have an unfinished recording')).toBeTruthy()
    await expectAccessible()
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    expect(removed).toEqual(['recording 2026-11-01 20.15.webm'])
    expect(await screen.findByRole('button', { name: 'Record' })).toBeTruthy()
  })

  it('keeps a recording until it has been taken over', async () => {
    const { onDone, removed } = setUp({ left: [new File(['half'], 'recording.webm')] })
    const taken = Promise.withResolvers<boolean>()
    onDone.mockReturnValue(taken.promise)
    await userEvent.click(await screen.findByRole('button', { name: 'Use Video' }))
    expect(onDone.mock.calls[0]?.[0]?.name).toBe('recording.mp4')
    expect(removed).toEqual([])
    taken.resolve(true)
    await vi.waitFor(() => expect(removed).toEqual(['recording.webm', 'repaired']))
  })

  it('keeps a recording that could not be taken over', async () => {
    const { onDone, removed } = setUp({ left: [new File(['half'], 'recording.webm')] })
    onDone.mockResolvedValue(false)
    await userEvent.click(await screen.findByRole('button', { name: 'Use Video' }))
    await vi.waitFor(() => expect(removed).toEqual(['repaired']))
  })

  it('says why a recording can’t be used, and keeps it', async () => {
    const { onDone, removed } = setUp({ left: [new File(['half'], 'recording.webm')] })
    studio.repairRecording.mockRejectedValue(new Refusal('This video is too short.'))
    await userEvent.click(await screen.findByRole('button', { name: 'Use Video' }))
    expect(await screen.findByText('This video is too short.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Use Video' })).toHaveProperty('disabled', false)
    expect(onDone).not.toHaveBeenCalled()
    expect(removed).toEqual([])
  })

  it('opens the camera that is chosen', async () => {
    const { getUserMedia } = setUp({ cameras: 2 })
    await userEvent.selectOptions(await screen.findByLabelText('Camera'), 'Lens 1')
    await vi.waitFor(() =>
      expect(getUserMedia.mock.lastCall?.[0].video).toMatchObject({ deviceId: { exact: 'camera 1' } }),
    )
  })

  it('says when the microphone is silent', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    setUp({ level: 0 })
    await screen.findByRole('meter', { name: 'Microphone level' })
    expect(screen.queryByText("We can't hear anything from the microphone.")).toBeNull()
    await pass(4)
    expect(screen.getByText("We can't hear anything from the microphone.")).toBeTruthy()
  })

  it('lets the camera go with the page', async () => {
    const { track, unmount } = setUp()
    await screen.findByRole('button', { name: 'Record' })
    unmount()
    expect(track.stopped).toBe(true)
  })

  it('says what is wrong, tries again, and can be left', async () => {
    const { onDone, getUserMedia } = setUp({ refusal: new DOMException('no', 'NotAllowedError') })
    expect(await screen.findByText('Camera Error')).toBeTruthy()
    expect(screen.getByText('Camera permission denied. Please grant camera access and reload.')).toBeTruthy()
    await expectAccessible()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(getUserMedia).toHaveBeenCalledTimes(2)
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(onDone).toHaveBeenCalledWith(null)
  })

  it('says that there is no camera where the browser blames the resolution for it', async () => {
    setUp({ cameras: 0, refusal: new DOMException('no', 'OverconstrainedError') })
    expect(await screen.findByText('No camera found. Please connect a camera and reload.')).toBeTruthy()
  })
})

describe('cameraErrorText', () => {
  it.each([
    ['NotAllowedError', 'Camera permission denied. Please grant camera access and reload.'],
    ['NotFoundError', 'No camera found. Please connect a camera and reload.'],
    ['NotReadableError', 'Camera is already in use by another application.'],
    ['OverconstrainedError', 'Camera does not support the requested resolution.'],
    ['TypeError', "This browser can't use a camera. Record with another app, then choose the file."],
    ['AbortError', 'Error accessing camera'],
  ])('%s: %s', (name, text) => {
    expect(cameraErrorText(new DOMException('', name))).toBe(text)
  })
})

describe('chooseFormat', () => {
  it('takes the first that the browser supports', () => {
    expect(chooseFormat(() => true)).toBe('video/webm;codecs=vp9,opus')
    expect(chooseFormat((type) => type.startsWith('video/mp4'))).toBe('video/mp4;codecs=h264,aac')
    expect(chooseFormat(() => false)).toBe('video/webm')
  })
})

describe('recordingName', () => {
  it('ends as the type says', () => {
    expect(recordingName('video/mp4', new Date(2026, 10, 1, 20, 5, 9))).toBe(
      'recording 2026-11-01 20.05.09.mp4',
    )
  })
})
