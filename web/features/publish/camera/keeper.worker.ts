import { openSync, type SyncFile } from '../../../studio/files/sync-file'
import { recordingsDirectory } from './kept-recordings'

/** What is asked of the keeper: one recording, chunk by chunk. */
export type KeeperRequest =
  | { kind: 'open'; account: number; name: string }
  | { kind: 'chunk'; data: Blob }
  | { kind: 'close' }

/** `failed`: nothing more is kept. `closed`: all that came is on the disk. */
export type KeeperReply = { kind: 'failed' } | { kind: 'closed' }

let file: SyncFile | null = null
let length = 0
/** One after the other: a chunk may come while the one before it is still read. */
let queue: Promise<void> = Promise.resolve()

addEventListener('message', ({ data }: MessageEvent<KeeperRequest>) => {
  queue = queue.then(() => handle(data)).catch(() => reply({ kind: 'failed' }))
})

async function handle(request: KeeperRequest): Promise<void> {
  if (request.kind === 'open') {
    const handle = await (await recordingsDirectory(request.account)).getFileHandle(request.name, {
      create: true,
    })
    file = await openSync(handle)
  } else if (request.kind === 'chunk') {
    const bytes = new Uint8Array(await request.data.arrayBuffer())
    length += file?.write(bytes, { at: length }) ?? 0
    // Without it the bytes wait in memory, which goes with the tab.
    file?.flush()
  } else {
    file?.close()
    reply({ kind: 'closed' })
  }
}

function reply(message: KeeperReply): void {
  postMessage(message)
}
