import { EncodedPacketSink, type InputVideoTrack, VideoSampleSink } from 'mediabunny'
import { openInput, type Tracks } from '../source/source'
import { announcedBytes, isMatroska } from './matroska'

/** How much of a damaged file can be read. */
export interface Damage {
  /** Seconds. */
  readable: number
  /** The duration according to the file, in seconds. */
  announced: number
}

/**
 * The difference that is no damage: headers round, and count sound that ends after the picture. It is a share
 * of the duration or this many seconds, whichever is more; a short clip's seconds are limited by another
 * share.
 */
const tolerance = { share: 0.02, seconds: 1, ofShort: 0.25 } as const
/** Key frames that are decoded, evenly over the file. */
const mostKeys = 32

/**
 * Returns how much of a source can be read, by the length of its copy and by decoding key frames; null if
 * that is all of it.
 */
export async function damageOf(
  tracks: Tracks,
  file: Blob,
  copied: number,
  signal: AbortSignal,
): Promise<Damage | null> {
  const { video, span } = tracks
  const stated = await statedEnd(tracks, file)
  const announced = Math.max(stated ?? 0, span.end) - span.start
  const lost = (await video.canDecode()) ? await undecodable(video, span.start, copied, signal) : 0
  const readable = Math.max(0, copied - lost)
  // A copy in WebM doesn't say how long its last frame lasts.
  const short = Math.min(tolerance.seconds, tolerance.ofShort * announced + (await lastFrame(video)))
  const accepted = Math.max(short, tolerance.share * announced)
  return announced - readable > accepted ? { readable, announced } : null
}

/** Returns the seconds that the last frame lasts. */
async function lastFrame(video: InputVideoTrack): Promise<number> {
  const end = Number.POSITIVE_INFINITY
  return (await new EncodedPacketSink(video).getPacket(end, { metadataOnly: true }))?.duration ?? 0
}

/** Returns the second at which picture and sound end according to the file; null where it doesn't say. */
async function statedEnd({ input, video, audio }: Tracks, file: Blob): Promise<number | null> {
  // Matroska states a duration for all of its tracks together, and subtitles or other sound may go on longer.
  const isWhole = (await isMatroska(file)) && file.size >= ((await announcedBytes(file)) ?? 0)
  return isWhole ? null : input.getDurationFromMetadata(audio ? [video, audio] : [video])
}

/** Returns the seconds of a video, before its end, that depend on key frames that can't be decoded. */
async function undecodable(
  video: InputVideoTrack,
  start: number,
  end: number,
  signal: AbortSignal,
): Promise<number> {
  const keys = await keyTimes(video, start + end)
  const sampled = keys.filter((_, index) => index % Math.ceil(keys.length / mostKeys) === 0)
  let lost = 0
  for (let index = 0; index < sampled.length; ) {
    const decoded = await decodableFrom(video, sampled.slice(index))
    signal.throwIfAborted()
    index += decoded
    const broken = sampled[index]
    if (broken === undefined) break
    lost += (sampled[index + 1] ?? start + end) - broken
    index += 1
  }
  return lost
}

async function keyTimes(video: InputVideoTrack, end: number): Promise<number[]> {
  const packets = new EncodedPacketSink(video)
  const metadata = { metadataOnly: true }
  const times: number[] = []
  let key = await packets.getFirstKeyPacket(metadata)
  while (key && key.timestamp < end) {
    times.push(key.timestamp)
    key = await packets.getNextKeyPacket(key, metadata)
  }
  return times
}

/** Returns how many of these key frames can be decoded, one after the other, before the first that can't. */
async function decodableFrom(video: InputVideoTrack, times: readonly number[]): Promise<number> {
  let decoded = 0
  try {
    for await (const sample of new VideoSampleSink(video).samplesAtTimestamps(times)) {
      if (!sample) return decoded
      sample.close()
      decoded += 1
    }
  } catch {
    // A decoder that failed decodes nothing more.
  }
  return decoded
}

/** Returns the seconds that a file holds. */
export async function heldSeconds(file: Blob): Promise<number> {
  const input = openInput(file)
  try {
    const start = Math.max(0, await input.getFirstTimestamp())
    return (await input.computeDuration()) - start
  } finally {
    input.dispose()
  }
}
