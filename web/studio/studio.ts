import type { VideoLimits } from './limits'
import { noRoom, Refusal, stopped } from './refusal'
import { startWorker } from './start-worker'
import { openStored, removeStored } from './stored-files'
import workerUrl from './studio.worker.ts?worker&url'
import type { WorkerReply, WorkerRequest } from './worker-messages'

/** A file as it will be published, made in this browser. */
export interface PreparedVideo {
  file: Blob
  /** Its name in OPFS; null when it is in memory and a reload loses it. */
  storedName: string | null
  contentType: string
  /** Seconds. */
  duration: number
  width: number
  height: number
}

/** Names what prepareVideo does to a file; raise it when the bytes that come out change. */
export const treatment = 'copy 1'

interface PrepareOptions {
  limits: VideoLimits
  signal: AbortSignal
  /** Between 0 and 1. */
  onProgress: (share: number) => void
}

/** Copies picture and sound of a video into a new file without anything else. Throws Refusal, or the signal's reason. */
export async function prepareVideo(source: Blob, options: PrepareOptions): Promise<PreparedVideo> {
  const name = crypto.randomUUID()
  const request: WorkerRequest = { kind: 'prepare', file: source, name, limits: options.limits }
  const answer = await ask(request, options.signal, options.onProgress)
  if (answer.kind !== 'prepared') throw new Refusal(stopped)

  const { blob, ...facts } = answer.file
  const file = blob ?? (await openStored(name))
  if (!file) throw new Refusal(noRoom)
  if (options.signal.aborted) {
    await removeStored(name)
    throw options.signal.reason
  }
  return { file, storedName: blob ? null : name, ...facts }
}

/** The picture at a second as a JPEG; null when this browser can't decode the video. */
export async function takeFrame(
  video: Blob | string,
  second: number,
  signal: AbortSignal,
): Promise<Blob | null> {
  const answer = await ask({ kind: 'frame', video, second }, signal)
  return answer.kind === 'frame' ? answer.picture : null
}

type Answer = Exclude<WorkerReply, { kind: 'progress' | 'refused' | 'cancelled' }>

/** Runs one request in a worker of its own, which ends with it. A cancelled worker removes its file first. */
function ask(
  request: WorkerRequest,
  signal: AbortSignal,
  onProgress?: (share: number) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const worker = startWorker(workerUrl)
    const cancel = () => worker.postMessage({ kind: 'cancel' } satisfies WorkerRequest)
    const end = () => {
      signal.removeEventListener('abort', cancel)
      worker.terminate()
    }
    signal.addEventListener('abort', cancel, { once: true })
    worker.addEventListener('error', () => {
      end()
      reject(new Refusal(stopped))
    })
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
      if (data.kind === 'progress') return onProgress?.(data.share)
      end()
      if (data.kind === 'refused') reject(new Refusal(data.message))
      else if (data.kind === 'cancelled') reject(signal.reason)
      else resolve(data)
    })
    worker.postMessage(request)
  })
}
