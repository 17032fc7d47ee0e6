import { openSync, type SyncFile } from '#web/studio/files/sync-file'
import { recordingsDirectory } from './kept-recordings'

/** A request to the keeper: one recording, chunk by chunk. */
export type KeeperRequest =
  | { kind: 'open'; account: number; name: string }
  | { kind: 'chunk'; data: Blob }
  | { kind: 'close' }

/** `failed`: nothing more is stored. `closed`: every chunk is on disk. */
export type KeeperReply = { kind: 'failed' } | { kind: 'closed' }

let file: SyncFile | null = null
let length = 0
/** Sequential: a chunk may arrive while the previous one is still being read. */
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
    // Without it the bytes stay in memory, which is lost with the tab.
    file?.flush()
  } else {
    file?.close()
    reply({ kind: 'closed' })
  }
}

function reply(message: KeeperReply): void {
  postMessage(message)
}
