import type { LadderFile, LadderProgress } from '../ladder/ladder'
import { runLadder } from '../ladder/run'
import { drawTrailer } from '../ladder/trailer'
import { drawFilmstrip } from '../pictures/filmstrip'
import { frameAt, frameTimes } from '../pictures/frame'
import { prepare } from '../prepare/prepare'
import { inspect } from '../source/inspect'
import { broken, Refusal } from '../source/refusal'
import type { WorkerAnswer, WorkerReply, WorkerRequest } from './worker-messages'

/** Milliseconds between two reports of progress. */
const reportEvery = 100

const controller = new AbortController()

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  if (data.kind === 'cancel') controller.abort()
  else void answer(data)
})

async function answer(request: Exclude<WorkerRequest, { kind: 'cancel' }>): Promise<void> {
  try {
    reply(await work(request))
  } catch (error) {
    if (controller.signal.aborted) reply({ kind: 'cancelled' })
    // After the first look, a failure means the file can't be read: it is cut off, or has moved meanwhile.
    else reply({ kind: 'refused', message: error instanceof Refusal ? error.message : broken })
  }
}

async function work(request: Exclude<WorkerRequest, { kind: 'cancel' }>): Promise<WorkerAnswer> {
  const { signal } = controller
  switch (request.kind) {
    case 'prepare':
      return { kind: 'prepared', file: await prepare(request, { signal, onProgress: reporter() }) }
    case 'inspect':
      return { kind: 'inspected', facts: await inspect(request.video) }
    case 'frame':
      return { kind: 'frame', picture: await frameAt(request.video, request.second, request) }
    case 'trailer':
      return { kind: 'trailer', clip: await drawTrailer(request.video, request.start, signal) }
    case 'frameTimes':
      return { kind: 'frameTimes', times: await frameTimes(request.video, request.around) }
    case 'filmstrip': {
      const onTile = (index: number, picture: Blob) => reply({ kind: 'tile', index, picture })
      const { video, ...options } = request
      return { kind: 'filmstrip', tiles: await drawFilmstrip(video, { ...options, signal, onTile }) }
    }
    case 'ladder': {
      const onProgress = (progress: LadderProgress) => reply({ kind: 'ladderProgress', progress })
      const onFile = (file: LadderFile) => reply({ kind: 'ladderFile', file })
      return { kind: 'ladder', outcome: await runLadder({ ...request, signal, onProgress, onFile }) }
    }
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
