import { BufferTarget, Mp4OutputFormat, Output, StreamTarget } from 'mediabunny'
import { createStored, hasRoom, mostInMemory, openStored, removeStored } from '../files/stored-files'
import { openSync, writableOf } from '../files/sync-file'
import { contentTypes } from '../source/container'
import { noRoom, noStore, Refusal } from '../source/refusal'
import type { VideoSource } from '../source/source'
import { makePicture } from './transcode-picture'
import { copySound, makeSound } from './transcode-sound'
import { makeInStep } from './transcode-step'

export interface TranscodeOptions {
  signal: AbortSignal
  /** Name of the new file in OPFS. */
  name: string
  /** Bytes of the source; the result is seldom larger. */
  size: number
  onProgress: (share: number) => void
}

/** A working file; its receiver removes it when done. */
export interface WorkingFile {
  file: Blob
  remove(): Promise<void>
}

/**
 * Encodes an MP4 of the tracks that can't be copied, and of the sound that belongs to a new picture. Times
 * begin at 0 with the picture; sound alone keeps its times, as its copied picture does. Throws Refusal, or
 * the signal's reason.
 */
export async function transcode(source: VideoSource, options: TranscodeOptions): Promise<WorkingFile> {
  const { name, size } = options
  const room = await hasRoom(2 * size)
  const handle = room ? await createStored(name) : null
  if (handle) return intoStorage(source, handle, options)
  if (size > mostInMemory) throw new Refusal(room ? noStore : noRoom)
  const target = new BufferTarget()
  await makeTracks(source, new Output({ format: working(), target }), options)
  const file = new Blob([target.buffer ?? new ArrayBuffer()], { type: contentTypes.mp4 })
  return { file, remove: async () => {} }
}

async function intoStorage(
  source: VideoSource,
  handle: FileSystemFileHandle,
  options: TranscodeOptions,
): Promise<WorkingFile> {
  const { name } = options
  const sync = await openSync(handle)
  const remove = () => removeStored(name)
  let file: File | null = null
  try {
    const target = new StreamTarget(writableOf(sync), { chunked: true })
    await makeTracks(source, new Output({ format: working(), target }), options)
    sync.flush()
    file = await openStored(name)
  } finally {
    sync.close()
    if (!file) await remove()
  }
  if (!file) throw new Refusal(noRoom)
  return { file, remove }
}

function working(): Mp4OutputFormat {
  return new Mp4OutputFormat({ fastStart: false })
}

async function makeTracks(
  source: VideoSource,
  output: Output,
  { size, signal, onProgress }: TranscodeOptions,
): Promise<void> {
  const { plan, audio, cut, duration } = source
  const span = cut ?? source.span
  const makesPicture = plan.picture === 'encode'
  let complete = false
  try {
    const tracks = makesPicture ? [await makePicture(source, span, size, output)] : []
    if (audio && plan.sound === 'encode') {
      tracks.push(await makeSound(audio, { ...span, movedTo: makesPicture ? 0 : span.start }, output))
    } else if (audio && makesPicture) tracks.push(await copySound(audio, span, output))
    await output.start()
    await makeInStep(tracks, {
      signal,
      onTime: (second) => onProgress(Math.min(1, Math.max(0, second - span.start) / duration)),
    })
    await output.finalize()
    complete = true
  } finally {
    if (!complete) await output.cancel().catch(() => {})
  }
}
