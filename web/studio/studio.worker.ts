import { contentTypes } from './container'
import { frameAt } from './frame'
import { broken, Refusal } from './refusal'
import { remux } from './remux'
import { readSource } from './source'
import type { PreparedFile, WorkerReply, WorkerRequest } from './worker-messages'

/** Milliseconds between two reports of progress. */
const reportEvery = 100

const controller = new AbortController()

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  if (data.kind === 'cancel') controller.abort()
  else void answer(data)
})

async function answer(request: Exclude<WorkerRequest, { kind: 'cancel' }>): Promise<void> {
  try {
    if (request.kind === 'frame')
      reply({ kind: 'frame', picture: await frameAt(request.video, request.second) })
    else reply({ kind: 'prepared', file: await prepare(request) })
  } catch (error) {
    if (controller.signal.aborted) reply({ kind: 'cancelled' })
    // Past the first look, what fails is the reading of the file: it is cut off, or was moved meanwhile.
    else reply({ kind: 'refused', message: error instanceof Refusal ? error.message : broken })
  }
}

async function prepare({ file, name, limits }: WorkerRequest & { kind: 'prepare' }): Promise<PreparedFile> {
  const source = await readSource(file, limits)
  try {
    const { signal } = controller
    const made = await remux(source, { name, size: file.size, signal, onProgress: reporter() })
    const { container, duration, width, height } = source
    return {
      blob: made.stored ? null : made.blob,
      contentType: contentTypes[container],
      duration,
      width,
      height,
    }
  } finally {
    source.input.dispose()
  }
}

function reporter(): (share: number) => void {
  let last = 0
  return (share) => {
    const now = performance.now()
    if (now - last < reportEvery) return
    last = now
    reply({ kind: 'progress', share })
  }
}

function reply(message: WorkerReply): void {
  postMessage(message)
}
