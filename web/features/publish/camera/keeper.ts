import { startWorker } from '#web/studio/background/start-worker'
import type { KeeperReply, KeeperRequest } from './keeper.worker'
import workerUrl from './keeper.worker.ts?worker&url'

export interface Keeper {
  keep(chunk: Blob): void
  /** Settles when everything is on disk, or can't be. */
  close(): Promise<void>
}

/** Writes a recording to disk as it is made. If that fails, the recording continues without it. */
export function startKeeper(account: number, name: string): Keeper {
  const worker = startWorker(workerUrl)
  const send = (request: KeeperRequest) => worker.postMessage(request)
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      worker.terminate()
      resolve()
    }
    worker.addEventListener('error', end)
    worker.addEventListener('message', (_: MessageEvent<KeeperReply>) => end())
  })
  send({ kind: 'open', account, name })
  return {
    keep: (data) => send({ kind: 'chunk', data }),
    close: () => {
      send({ kind: 'close' })
      return ended
    },
  }
}
