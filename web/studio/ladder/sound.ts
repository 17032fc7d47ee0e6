import { type Input, type InputAudioTrack, Mp4OutputFormat, Output, StreamTarget } from 'mediabunny'
import { writableOf } from '../files/sync-file'
import { openInput, type Tracks } from '../source/source'
import { encodedSoundBitrate, makeSound } from '../transcode/transcode-sound'
import { makeInStep } from '../transcode/transcode-step'
import type { LadderFiles } from './files'
import type { RenditionSound } from './rendition'

/** Packets to sample for the bitrate. */
const counted = 120

export interface LadderSound {
  sound: RenditionSound | null
  /** Closes whatever it opened. */
  close(): void
}

interface SoundOptions {
  /** Name of the file it is encoded into. */
  name: string
  files: LadderFiles
  /** Whether an earlier run encoded it. */
  made: boolean
  signal: AbortSignal
  onMade: () => Promise<void>
}

/** Returns the bits per second of the sound that every rendition of a source carries. */
export async function soundBitrate(audio: InputAudioTrack): Promise<number> {
  if (await ownAac(audio)) return (await audio.computePacketStats(counted)).averageBitrate
  return encodedSoundBitrate(await audio.getNumberOfChannels())
}

/** Returns how to decode sound that renditions carry as it is; null where it has to be encoded. */
async function ownAac(audio: InputAudioTrack): Promise<AudioDecoderConfig | null> {
  const config = (await audio.getCodec()) === 'aac' ? await audio.getDecoderConfig() : null
  return config?.description ? config : null
}

/**
 * Returns the sound of all renditions: the source's if it is AAC, else encoded once, before the pass, into a
 * file of its own. Throws Refusal when this browser can't.
 */
export async function soundOf({ audio, span }: Tracks, options: SoundOptions): Promise<LadderSound> {
  if (!audio) return { sound: null, close: () => {} }
  const own = await ownAac(audio)
  if (own) return { sound: { track: audio, decoderConfig: own, start: span.start }, close: () => {} }
  const read = () => options.files.read(options.name, 'audio/mp4')
  let file = options.made ? await read() : null
  if (!file) {
    await encodeSound({ audio, span }, options)
    file = await read()
  }
  const input = file && openInput(file.file)
  const sound = input && (await firstTrack(input, span.start))
  if (!input || !sound) throw new TypeError('The sound that was made is gone.')
  return { sound, close: () => input.dispose() }
}

async function encodeSound(
  { audio, span }: Pick<Tracks, 'span'> & { audio: InputAudioTrack },
  { name, files, signal, onMade }: SoundOptions,
): Promise<void> {
  const file = await files.open(name)
  let complete = false
  const target = new StreamTarget(writableOf(file), { chunked: true })
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target })
  try {
    file.truncate(0)
    const making = await makeSound(audio, { ...span, movedTo: span.start }, output)
    await output.start()
    await makeInStep([making], { signal, onTime: () => {} })
    await output.finalize()
    file.flush()
    complete = true
  } finally {
    if (!complete) await output.cancel().catch(() => {})
    file.close()
  }
  await onMade()
}

async function firstTrack(input: Input, start: number): Promise<RenditionSound | null> {
  const track = await input.getPrimaryAudioTrack()
  const decoderConfig = await track?.getDecoderConfig()
  return track && decoderConfig ? { track, decoderConfig, start } : null
}
