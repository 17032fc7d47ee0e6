import { openStored } from '#web/studio/files/stored-files'
import {
  drawPictures,
  type LadderFile,
  type LadderOutcome,
  makeLadder,
  type PreparedVideo,
  prepareVideo,
} from '#web/studio/studio'

const limits = { minDuration: 1, maxDuration: 3600, maxUploadBytes: 2e9 }

interface Made {
  outcome: LadderOutcome | 'cancelled'
  files: LadderFile[]
  /** Milliseconds from the start until each file, and until the end. */
  at: Record<string, number>
  ms: number
  /** Milliseconds for the copy of the source, before the ladder began. */
  copied: number
  copiedBytes: number
  /** The damaged part of the source. */
  damage: PreparedVideo['damage']
  longestGap: number
  /** Milliseconds from the cancellation to its end; null when nothing was cancelled. */
  cancelledIn: number | null
  /** Share of all encoding at which this run began. */
  began: number | null
}

export interface LadderRequest {
  key: string
  /** Copies the chosen file first, as the upload page does. */
  copy: boolean
  patient?: boolean
  /** Cancels at this share of all encoding. */
  cancelAt?: number
}

function chosen(): File {
  const file = document.querySelector('input')?.files?.[0]
  if (!file) throw new Error('No file was chosen.')
  return file
}

function copy(): Promise<PreparedVideo> {
  const { signal } = new AbortController()
  return prepareVideo(chosen(), { limits, signal, onProgress: () => {} })
}

/** Files of the last ladder. */
let made: LadderFile[] = []

/** Runs the ladder on the chosen file, and measures it. */
async function ladder({ key, copy: copies, patient = false, cancelAt }: LadderRequest): Promise<Made> {
  const controller = new AbortController()
  const gaps = watchGaps()
  const from = performance.now()
  const prepared = copies ? await copy() : null
  const source = prepared?.file ?? chosen()
  const copied = performance.now() - from
  const files: LadderFile[] = []
  const at: Record<string, number> = {}
  let began: number | null = null
  let cancelled: number | null = null
  const options: Parameters<typeof makeLadder>[1] = {
    key,
    patient,
    signal: controller.signal,
    onProgress: (progress) => {
      // Storyboard and preview come before, without a share.
      began ??= progress.share
      if (cancelAt !== undefined && cancelled === null && (progress.share ?? 0) >= cancelAt) {
        cancelled = performance.now()
        controller.abort()
      }
    },
    onFile: (file) => {
      files.push(file)
      at[`${file.kind} ${file.quality ?? ''}`.trim()] = performance.now() - from
    },
  }
  const drawn = drawPictures(source, options)
  const outcome = await drawn
    .then(() => makeLadder(source, options))
    .catch((error: unknown) => {
      if (!controller.signal.aborted) throw error
      return 'cancelled' as const
    })
  const end = performance.now()
  made = files
  return {
    outcome,
    files,
    at,
    ms: end - from,
    copied,
    copiedBytes: source.size,
    damage: prepared?.damage ?? null,
    longestGap: gaps.stop(),
    cancelledIn: cancelled === null ? null : end - cancelled,
    began,
  }
}

/** Measures the longest time that the page's main thread was blocked. */
function watchGaps(): { stop(): number } {
  let [longest, last] = [0, performance.now()]
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 5)
  return {
    stop: () => {
      clearInterval(timer)
      return longest
    },
  }
}

/** Returns the names of all of the studio's files in OPFS. */
async function storedNames(): Promise<string[]> {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('uploads', {
    create: true,
  })
  const names: string[] = []
  for await (const name of (folder as unknown as { keys(): AsyncIterable<string> }).keys()) names.push(name)
  return names
}

/** Counts the lines of a file in OPFS, such as a ladder's log. */
async function storedLines(name: string): Promise<number> {
  const text = await (await openStored(name))?.text()
  return text ? text.split('\n').length - 1 : 0
}

/** Offers a derived file as a download, so that the test can read its bytes. */
function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
}

function saveLast(quality: number): void {
  const found = made.find((each) => each.quality === quality)
  if (found) save(found.file, `${quality}p.mp4`)
}

const harness = { copy, ladder, storedNames, storedLines, saveLast }

declare global {
  interface Window {
    studioHarness: typeof harness
  }
}

window.studioHarness = harness
