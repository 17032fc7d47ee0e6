import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  type Output,
} from 'mediabunny'
import type { Container } from '../source/container'
import { withoutMessages } from '../source/messages'
import { noPicture, Refusal } from '../source/refusal'
import type { VideoSource } from '../source/source'
import { interleave, type Lane } from './interleave'

interface CopyOptions {
  signal: AbortSignal
  /** Between 0 and 1. */
  onProgress: (share: number) => void
}

/**
 * Copies only the picture and the sound of a source, packet by packet: no tags, location track or second
 * camera, and no messages in the picture. (mediabunny's Conversion can't be told the number of packets, which an index in front needs.)
 */
export async function copyTracks(
  { video, audio, duration, container }: VideoSource,
  output: Output,
  { signal, onProgress }: CopyOptions,
): Promise<void> {
  const soundStart = audio ? await audio.getFirstTimestamp() : Number.POSITIVE_INFINITY
  // Frames hidden by an edit list aren't published, except those that the first visible frame depends on.
  const start = Math.max(0, Math.min(await video.getFirstTimestamp(), soundStart))

  const key = await firstKeyPacket(video, start)
  const lanes = [await pictureLane(video, key, output, container)]
  if (audio) lanes.push(await soundLane(audio, start, output, container))

  await output.start()
  await interleave(lanes, {
    signal,
    // WebM has no negative times, so its first key frame is the start.
    shift: container === 'webm' ? Math.min(start, key.timestamp) : start,
    clampsToZero: container === 'webm',
    onTime: (seconds) => onProgress(Math.min(1, seconds / duration)),
  })
  await output.finalize()
}

async function firstKeyPacket(video: InputVideoTrack, start: number) {
  const sink = new EncodedPacketSink(video)
  const verified = { verifyKeyPackets: true }
  const packet = (await sink.getKeyPacket(start, verified)) ?? (await sink.getFirstKeyPacket(verified))
  if (!packet) throw new Refusal(noPicture)
  return packet
}

async function pictureLane(
  video: InputVideoTrack,
  key: Awaited<ReturnType<typeof firstKeyPacket>>,
  output: Output,
  container: Container,
): Promise<Lane> {
  const [codec, decoderConfig] = await Promise.all([video.getCodec(), video.getDecoderConfig()])
  if (!codec || !decoderConfig) throw new Refusal(noPicture)
  const source = new EncodedVideoPacketSource(codec)
  const [rotation, flip] = await Promise.all([video.getRotation(), video.getFlip()])
  output.addVideoTrack(source, { rotation, flip, ...(await packetCount(video, container)) })
  return {
    packets: new EncodedPacketSink(video).packets(key, undefined, { verifyKeyPackets: true }),
    add: (packet) =>
      source.add(packet.clone({ data: withoutMessages(packet.data, decoderConfig) }), { decoderConfig }),
    close: () => source.close(),
  }
}

async function soundLane(
  audio: InputAudioTrack,
  start: number,
  output: Output,
  container: Container,
): Promise<Lane> {
  const [codec, decoderConfig] = await Promise.all([audio.getCodec(), audio.getDecoderConfig()])
  if (!codec || !decoderConfig) throw new TypeError('A sound track without a codec was let through.')
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source, await packetCount(audio, container))
  const sink = new EncodedPacketSink(audio)
  const heard = (await sink.getPacket(start)) ?? (await sink.getFirstPacket())
  // A decoder needs the packet before the first audible one.
  const warmUp = heard && container === 'mp4' ? await sink.getPacket(heard.timestamp - 0.001) : null
  const first = warmUp ?? heard
  return {
    packets: first ? sink.packets(first) : noPackets(),
    add: (packet) => source.add(packet, { decoderConfig }),
    close: () => source.close(),
  }
}

async function* noPackets(): AsyncGenerator<never, void, unknown> {}

/**
 * Counts packets, at the cost of one look at the source's index, so that the muxer can put the new index in
 * front.
 */
async function packetCount(
  track: InputTrack,
  container: Container,
): Promise<{ maximumPacketCount?: number }> {
  return container === 'mp4' ? { maximumPacketCount: (await track.computePacketStats()).packetCount } : {}
}
