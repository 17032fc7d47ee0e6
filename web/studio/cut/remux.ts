import { BufferTarget, Mp4OutputFormat, Output, StreamTarget, WebMOutputFormat } from 'mediabunny'
import { longestProgressive } from '#contract/values/videos/media'
import { type CmafPlan, copyCmaf, planCmaf } from '../cmaf/copy'
import { createStored, hasRoom, mostInMemory, removeStored } from '../files/stored-files'
import { bytesFile, growingFile, openSync, type SyncFile, writableOf } from '../files/sync-file'
import { contentTypes } from '../source/container'
import { noRoom, noStore, Refusal } from '../source/refusal'
import type { VideoSource } from '../source/source'
import { copyTracks } from './copy-tracks'
import { finishMp4 } from './finish-mp4'
import { finishWebm } from './finish-webm'

/**
 * Finishes a file by container: takes out the muxer's leftovers, so that the server stores the file as it is
 * sent.
 */
const finish = { mp4: finishMp4, webm: finishWebm }

export interface RemuxOptions {
  signal: AbortSignal
  /** Name of the new file in OPFS. */
  name: string
  /** Bytes of the source; the copy is about as large. */
  size: number
  onProgress: (share: number) => void
}

/** The new file: in OPFS under its name, or here when the browser has none. */
export type Made = { stored: true } | { stored: false; blob: Blob }

/**
 * Writes the file to publish: index in front, picture and sound only. A long one is written in segments, so
 * that its first frame doesn't wait for the whole index. Throws Refusal.
 */
export async function remux(source: VideoSource, options: RemuxOptions): Promise<Made> {
  const isLong = source.container === 'mp4' && source.duration > longestProgressive
  const segments = isLong ? await planCmaf(source) : null
  const room = await hasRoom(options.size)
  const handle = room ? await createStored(options.name) : null
  if (handle) {
    await intoStorage(source, segments, handle, options)
    return { stored: true }
  }
  if (options.size > mostInMemory) throw new Refusal(room ? noStore : noRoom)
  return { stored: false, blob: await intoMemory(source, segments, options) }
}

async function intoStorage(
  source: VideoSource,
  segments: CmafPlan | null,
  handle: FileSystemFileHandle,
  { name, ...options }: RemuxOptions,
): Promise<void> {
  const file = await openSync(handle)
  let complete = false
  try {
    if (segments) await copyCmaf(source, segments, file, options)
    else await copyProgressive(source, file, options)
    file.flush()
    complete = true
  } finally {
    file.close()
    if (!complete) await removeStored(name)
  }
}

async function copyProgressive(
  source: VideoSource,
  file: SyncFile,
  options: Omit<RemuxOptions, 'name'>,
): Promise<void> {
  const format =
    source.container === 'mp4' ? new Mp4OutputFormat({ fastStart: 'reserve' }) : new WebMOutputFormat()
  const output = new Output({ format, target: new StreamTarget(writableOf(file), { chunked: true }) })
  let complete = false
  try {
    await copyTracks(source, output, options)
    complete = true
  } finally {
    if (!complete) await output.cancel().catch(() => {})
  }
  finish[source.container](file)
}

async function intoMemory(
  source: VideoSource,
  segments: CmafPlan | null,
  options: RemuxOptions,
): Promise<Blob> {
  const type = contentTypes[source.container]
  if (segments) {
    const file = growingFile()
    await copyCmaf(source, segments, file, options)
    return new Blob([file.content()], { type })
  }
  const format =
    source.container === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat()
  const target = new BufferTarget()
  await copyTracks(source, new Output({ format, target }), options)
  const bytes = new Uint8Array(target.buffer ?? new ArrayBuffer())
  finish[source.container](bytesFile(bytes))
  return new Blob([bytes], { type })
}
