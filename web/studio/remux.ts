import { BufferTarget, Mp4OutputFormat, Output, StreamTarget, WebMOutputFormat } from 'mediabunny'
import { MiB } from '../../contract/values/limits'
import { contentTypes } from './container'
import { copyTracks } from './copy-tracks'
import { finishMp4 } from './finish-mp4'
import { noRoom, Refusal } from './refusal'
import type { VideoSource } from './source'
import { createStored, hasRoom, removeStored } from './stored-files'
import { bytesFile, openSync, writableOf } from './sync-file'

/** A file in memory takes about three times its size. */
const mostInMemory = 150 * MiB

export interface RemuxOptions {
  signal: AbortSignal
  /** Name of the file to make in OPFS. */
  name: string
  /** Bytes of the source: the copy has about as many. */
  size: number
  onProgress: (share: number) => void
}

/** Where the made file is: under the name in OPFS, or here, when the browser has none. */
export type Made = { stored: true } | { stored: false; blob: Blob }

/** Makes the file that is published: index in front, nothing in it but picture and sound. Throws Refusal. */
export async function remux(source: VideoSource, options: RemuxOptions): Promise<Made> {
  const handle = (await hasRoom(options.size)) ? await createStored(options.name) : null
  if (handle) {
    await intoStorage(source, handle, options)
    return { stored: true }
  }
  if (options.size > mostInMemory) throw new Refusal(noRoom)
  return { stored: false, blob: await intoMemory(source, options) }
}

async function intoStorage(
  source: VideoSource,
  handle: FileSystemFileHandle,
  { name, ...options }: RemuxOptions,
): Promise<void> {
  const file = await openSync(handle)
  const format =
    source.container === 'mp4' ? new Mp4OutputFormat({ fastStart: 'reserve' }) : new WebMOutputFormat()
  const output = new Output({ format, target: new StreamTarget(writableOf(file), { chunked: true }) })
  let complete = false
  try {
    await copyTracks(source, output, options)
    if (source.container === 'mp4') finishMp4(file)
    file.flush()
    complete = true
  } finally {
    if (!complete) await output.cancel().catch(() => {})
    file.close()
    if (!complete) await removeStored(name)
  }
}

async function intoMemory(source: VideoSource, options: RemuxOptions): Promise<Blob> {
  const format =
    source.container === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat()
  const target = new BufferTarget()
  await copyTracks(source, new Output({ format, target }), options)
  const bytes = new Uint8Array(target.buffer ?? new ArrayBuffer())
  if (source.container === 'mp4') finishMp4(bytesFile(bytes))
  return new Blob([bytes], { type: contentTypes[source.container] })
}
