import {
  type AudioSample,
  AudioSampleSink,
  AudioSampleSource,
  canEncodeAudio,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  type InputAudioTrack,
  type Output,
  Quality,
} from 'mediabunny'
import type { Cut } from '../source/cut'
import { Refusal, soundStuck, stopped } from '../source/refusal'
import type { Making } from './transcode-step'

/** Bits per second of AAC, per channel. */
const channelBitrate = 64_000
/** The rates that every AAC decoder supports. */
const rates = [48_000, 44_100, 32_000]
/** Frames of sound in an AAC packet. */
const packetFrames = 1024
/** Milliseconds after which an encoder has failed to start: it hangs where a policy keeps it from running. */
const startsWithin = 20_000

/**
 * Copies only packets whose sound lies entirely within the span: an AAC packet also carries about as much
 * sound after its own stretch.
 */
export async function copySound(audio: InputAudioTrack, span: Cut, output: Output): Promise<Making> {
  const [codec, decoderConfig] = await Promise.all([audio.getCodec(), audio.getDecoderConfig()])
  if (!codec || !decoderConfig) throw new Refusal(stopped)
  const copied = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(copied)
  return packets(new EncodedPacketSink(audio), copied, decoderConfig, span)
}

async function* packets(
  sink: EncodedPacketSink,
  copied: EncodedAudioPacketSource,
  decoderConfig: AudioDecoderConfig,
  span: Cut,
): Making {
  const first = (await sink.getPacket(span.start)) ?? (await sink.getFirstPacket())
  for await (const packet of first ? sink.packets(first) : []) {
    if (packet.timestamp + 2 * packet.duration > span.end) break
    if (packet.timestamp >= span.start) {
      await copied.add(packet.clone({ timestamp: packet.timestamp - span.start }), { decoderConfig })
    }
    yield packet.timestamp
  }
  copied.close()
}

/** At most stereo is encoded. */
const mostChannels = 2

/** Returns the bits per second in which sound of so many channels is encoded. */
export function encodedSoundBitrate(channels: number): number {
  return channelBitrate * Math.min(mostChannels, channels)
}

/**
 * Encodes the sound within the span in AAC, at most stereo; its times begin where the span's are moved to.
 * Throws Refusal.
 */
export async function makeSound(
  audio: InputAudioTrack,
  span: Cut & { movedTo: number },
  output: Output,
): Promise<Making> {
  const [channels, ownRate] = await Promise.all([audio.getNumberOfChannels(), audio.getSampleRate()])
  const numberOfChannels = Math.min(mostChannels, channels)
  const sampleRate = rates.includes(ownRate) ? ownRate : (rates[0] ?? ownRate)
  await provideAac({ numberOfChannels, sampleRate })
  const encoded = new AudioSampleSource({
    codec: 'aac',
    quality: new Quality({ bitrate: encodedSoundBitrate(channels) }),
    transform: { numberOfChannels, sampleRate },
  })
  output.addAudioTrack(encoded)
  // The encoder adds up to two packets after the last sound.
  const heard = { start: span.start, end: span.end - (2 * packetFrames) / sampleRate }
  return samples(new AudioSampleSink(audio), encoded, heard, span.start - span.movedTo)
}

async function* samples(
  sink: AudioSampleSink,
  encoded: AudioSampleSource,
  heard: Cut,
  shift: number,
): Making {
  let started = false
  for await (const sample of sink.samples(heard.start, heard.end)) {
    const { timestamp } = sample
    const part = within(sample, heard)
    sample.close()
    if (part) {
      const adding = addShifted(encoded, part, shift)
      await (started ? adding : inTime(adding))
      started = true
    }
    yield timestamp
  }
  encoded.close()
}

/** Provides the browser's own AAC encoder, or else FFmpeg's, which is fetched only then. */
async function provideAac(options: { numberOfChannels: number; sampleRate: number }): Promise<void> {
  if (await canEncodeAudio('aac', options)) return
  const { registerAacEncoder } = await import('@mediabunny/aac-encoder')
  registerAacEncoder()
}

async function addShifted(encoded: AudioSampleSource, sample: AudioSample, shift: number): Promise<void> {
  try {
    sample.setTimestamp(Math.max(0, sample.timestamp - shift))
    await encoded.add(sample)
  } finally {
    sample.close()
  }
}

/** Returns the part of a sample within the span, to the frame; null when there is none. */
function within(sample: AudioSample, { start, end }: Cut): AudioSample | null {
  const frame = (second: number) => Math.round((second - sample.timestamp) * sample.sampleRate)
  const from = Math.max(0, frame(start))
  const until = Math.min(sample.numberOfFrames, frame(end))
  return until > from ? sample.trim(from, until) : null
}

async function inTime(starting: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Refusal(soundStuck)), startsWithin)
  })
  try {
    await Promise.race([starting, late])
  } finally {
    clearTimeout(timer)
  }
}
