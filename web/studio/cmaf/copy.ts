import { EncodedPacketSink, type InputVideoTrack } from 'mediabunny'
import type { RandomAccessFile } from '../files/sync-file'
import { withoutMessages } from '../source/messages'
import type { Tracks } from '../source/source'
import { cutsOf } from './cuts'
import type { CodedSample } from './fragment'
import { type CmafInit, makeInit } from './init'
import { SoundLane } from './sound-lane'
import { CmafWriter } from './writer'

/** A plan for a copy in segments: the cuts, in seconds of the source, how the file begins, and its pictures' format. */
export interface CmafPlan {
  cuts: readonly number[]
  init: CmafInit
  decoderConfig: VideoDecoderConfig
}

/** A picture that begins this much before the first visible time is hidden by an edit list. Seconds. */
const hidden = 0.001

/**
 * Plans a copy in segments. Null when the source doesn't allow one: other codecs, key frames too far apart,
 * or leading frames hidden by an edit list, which CMAF can't express.
 */
export async function planCmaf({ video, audio, span }: Tracks): Promise<CmafPlan | null> {
  const [codec, decoderConfig] = await Promise.all([video.getCodec(), video.getDecoderConfig()])
  if (codec !== 'avc' || !decoderConfig?.description) return null
  const sound = audio ? await audio.getDecoderConfig() : null
  if (audio && ((await audio.getCodec()) !== 'aac' || !sound?.description)) return null

  const keys = await keyTimes(video, span.start)
  if ((keys[0] ?? 0) < span.start - hidden) return null
  const cuts = cutsOf(keys, span.end)
  if (!cuts) return null
  const [rotation, flip] = await Promise.all([video.getRotation(), video.getFlip()])
  return { cuts, init: await makeInit({ decoderConfig, rotation, flip }, sound), decoderConfig }
}

async function keyTimes(video: InputVideoTrack, start: number): Promise<number[]> {
  const sink = new EncodedPacketSink(video)
  const verified = { verifyKeyPackets: true }
  const times: number[] = []
  let packet = (await sink.getKeyPacket(start, verified)) ?? (await sink.getFirstKeyPacket(verified))
  while (packet) {
    times.push(packet.timestamp)
    packet = await sink.getNextKeyPacket(packet, verified)
  }
  return times
}

interface CopyOptions {
  signal: AbortSignal
  /** Between 0 and 1. */
  onProgress: (share: number) => void
}

/** Copies picture and sound into segments, packet by packet, without messages in the picture. Throws the signal's reason. */
export async function copyCmaf(
  { video, audio, span }: Tracks,
  { cuts, init, decoderConfig }: CmafPlan,
  file: RandomAccessFile,
  { signal, onProgress }: CopyOptions,
): Promise<void> {
  const writer = new CmafWriter(file, init, cuts.length)
  const sound = audio ? new SoundLane(audio, span.start) : null
  const sink = new EncodedPacketSink(video)
  const first = await sink.getKeyPacket(cuts[0] ?? 0)
  let picture: CodedSample[] = []
  let [next, lastEnd] = [1, 0]
  const cut = async (end: number) => {
    writer.add(picture, (await sound?.until(end)) ?? [], end)
    picture = []
    onProgress(Math.min(1, end / (span.end - span.start)))
  }
  try {
    for await (const packet of first ? sink.packets(first) : []) {
      signal.throwIfAborted()
      const nextCut = cuts[next]
      if (nextCut !== undefined && packet.timestamp === nextCut) {
        await cut(nextCut - span.start)
        next++
      }
      const timestamp = packet.timestamp - span.start
      const data = withoutMessages(packet.data, decoderConfig)
      picture.push({ data, timestamp, key: picture.length === 0 || packet.type === 'key' })
      lastEnd = Math.max(lastEnd, timestamp + packet.duration)
    }
    const rest = (await sound?.until(Number.POSITIVE_INFINITY)) ?? []
    writer.add(picture, rest, Math.max(lastEnd, sound?.end ?? 0))
    writer.finish()
  } finally {
    await sound?.close()
  }
}
