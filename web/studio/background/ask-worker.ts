import { Refusal, stopped } from '../source/refusal'
import { startWorker } from './start-worker'
import workerUrl from './studio.worker.ts?worker&url'
import type { WorkerAnswer, WorkerReply, WorkerReport, WorkerRequest } from './worker-messages'

/** Milliseconds that a cancelled worker gets to remove its files. */
const cancelWithin = 1500

/** Runs one request in a worker that ends with it. A cancelled worker removes its files first. */
export function askWorker(
  request: WorkerRequest,
  signal: AbortSignal,
  onReport?: (report: WorkerReport) => void,
): Promise<WorkerAnswer> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const worker = startWorker(workerUrl)
    let late: ReturnType<typeof setTimeout> | undefined
    const cancel = () => {
      worker.postMessage({ kind: 'cancel' } satisfies WorkerRequest)
      // A hung encoder must not delay the cancellation; leftover files are swept later.
      late = setTimeout(() => {
        end()
        reject(signal.reason)
      }, cancelWithin)
    }
    const end = () => {
      clearTimeout(late)
      signal.removeEventListener('abort', cancel)
      worker.terminate()
    }
    signal.addEventListener('abort', cancel, { once: true })
    worker.addEventListener('error', () => {
      end()
      reject(new Refusal(stopped))
    })
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
      if (isReport(data)) return onReport?.(data)
      end()
      if (data.kind === 'refused') reject(new Refusal(data.message))
      else if (data.kind === 'cancelled') reject(signal.reason)
      else resolve(data)
    })
    worker.postMessage(request)
  })
}

const reports = {
  progress: true,
  tile: true,
  ladderProgress: true,
  ladderFile: true,
} satisfies Record<WorkerReport['kind'], true>

function isReport(reply: WorkerReply): reply is WorkerReport {
  return reply.kind in reports
}
