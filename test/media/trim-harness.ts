import { Refusal } from '#web/studio/source/refusal'
import {
  type Cut,
  filmstrip,
  grabFrame,
  inspectVideo,
  type PreparedVideo,
  prepareVideo,
  repairRecording,
  type SourceFacts,
} from '#web/studio/studio'

const limits = { minDuration: 1, maxDuration: 3600, maxUploadBytes: 2e9 }

interface Made {
  facts: Omit<PreparedVideo, 'file'> | null
  refused: string | null
  ms: number
  /** Longest time that the page's main thread was blocked. */
  gap: number
}

interface Recorded {
  mimeType: string
  bytes: number
  seconds: number
}

let recording = new Blob()
let made = new Blob()

function chosen(): File {
  const file = document.querySelector('input')?.files?.[0]
  if (!file) throw new Error('No file was chosen.')
  return file
}

/** Prepares the file for publishing from the chosen file, or from the first bytes of a recording. */
async function make({ cut = null, recorded }: { cut?: Cut | null; recorded?: number }): Promise<Made> {
  const options = { limits, cut, signal: new AbortController().signal, onProgress: () => {} }
  const from = performance.now()
  const gaps = watchGaps()
  const told = () => ({ ms: performance.now() - from, gap: gaps() })
  try {
    const isRecording = recorded !== undefined
    const { file, ...facts } = await (isRecording
      ? repairRecording(recording.slice(0, recorded, recording.type), options)
      : prepareVideo(chosen(), options))
    made = file
    return { facts, refused: null, ...told() }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { facts: null, refused: error.message, ...told() }
  }
}

function watchGaps(): () => number {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  return () => {
    clearInterval(timer)
    return longest
  }
}

async function inspect(): Promise<{ facts: SourceFacts; ms: number }> {
  const from = performance.now()
  const facts = await inspectVideo(chosen(), new AbortController().signal)
  return { facts, ms: performance.now() - from }
}

async function frame(second: number, crop: boolean): Promise<number> {
  const from = performance.now()
  const picture = await grabFrame(chosen(), second, new AbortController().signal, { crop })
  if (!picture) throw new Error('There is no frame.')
  made = picture
  return performance.now() - from
}

/**
 * Measures the milliseconds until a filmstrip's first picture and until all of them, and counts how often
 * each was drawn.
 */
async function strip(count: number): Promise<{ first: number; all: number; drawn: number[] }> {
  const from = performance.now()
  const drawn = new Array<number>(count).fill(0)
  let first = 0
  const onTile = (index: number) => {
    first ||= performance.now() - from
    drawn[index] = (drawn[index] ?? 0) + 1
  }
  await filmstrip(chosen(), { count, height: 48, signal: new AbortController().signal, onTile })
  return { first, all: performance.now() - from, drawn }
}

/** Cancels a running trim. Returns the milliseconds until it ended, and the files left in storage. */
async function cancel(cut: Cut, share: number): Promise<{ ms: number; left: string[] }> {
  const controller = new AbortController()
  let from = 0
  const onProgress = (now: number) => {
    if (now < share || from > 0) return
    from = performance.now()
    controller.abort(new Error('Enough.'))
  }
  const ending = prepareVideo(chosen(), { limits, cut, signal: controller.signal, onProgress })
  await ending.catch((error: Error) => error.message === 'Enough.' || Promise.reject(error))
  const ms = performance.now() - from
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('uploads', {
    create: true,
  })
  const names = folder as FileSystemDirectoryHandle & { keys(): AsyncIterable<string> }
  const left: string[] = []
  for await (const name of names.keys()) left.push(name)
  return { ms, left }
}

/** Records the camera in chunks, like the recorder of the upload page. */
async function record(mimeType: string, seconds: number): Promise<Recorded> {
  const video = { width: 1280, height: 720, frameRate: 30 }
  const stream = await navigator.mediaDevices.getUserMedia({ video, audio: true })
  const recorder = new MediaRecorder(stream, { mimeType })
  const chunks: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data))
  const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve))
  const from = performance.now()
  recorder.start(100)
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds))
  recorder.stop()
  const recorded = (performance.now() - from) / 1000
  await ended
  for (const track of stream.getTracks()) track.stop()
  recording = new Blob(chunks, { type: recorder.mimeType })
  return { mimeType: recorder.mimeType, bytes: recording.size, seconds: recorded }
}

/** Plays the result fast, starting at a second. Returns where it ended, and how far it could seek. */
async function play(from: number): Promise<{ ended: number; duration: number; seekable: number }> {
  const video = document.createElement('video')
  video.muted = true
  video.src = URL.createObjectURL(made)
  const until = (event: string) => {
    return new Promise((resolve, reject) => {
      video.addEventListener(event, resolve, { once: true })
      video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true })
    })
  }
  const loaded = until('loadeddata')
  document.body.appendChild(video)
  await loaded
  const sought = until('seeked')
  video.currentTime = from
  await sought
  const ended = until('ended')
  video.playbackRate = 4
  await video.play()
  await ended
  const seekable = video.seekable.end(0)
  video.remove()
  return { ended: video.currentTime, duration: video.duration, seekable }
}

/** Offers the result as a download, so that the test can read its bytes. */
function save(): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(made)
  link.download = 'made'
  link.click()
}

const harness = { make, inspect, frame, strip, cancel, record, play, save }

declare global {
  interface Window {
    trimHarness: typeof harness
  }
}

window.trimHarness = harness
