import type { InputAudioTrack, InputVideoTrack } from 'mediabunny'
import { copyProtected, isProtected } from '#contract/values/videos/codec-names'
import { nameOf, planCopy, planEncode, type SourceCodecs } from './container'
import { Refusal } from './refusal'

/** The sound to publish: the first that this browser can read, one by its place in the file, or none. */
export type SoundChoice = 'first' | 'none' | number

/** One of a file's sounds. */
export interface Sound {
  /** Named for a sentence, such as `AAC`. */
  format: string
  /** ISO 639-2, such as `fra`; null where the file doesn't say. */
  language: string | null
  /** Whether this browser can publish it. */
  canRead: boolean
}

/** The sounds of a file, in its order. */
export interface Sounds {
  found: readonly Sound[]
  /** The place of the one to publish; null for none. */
  taken: number | null
}

/** Returns the sounds that belong to a picture, and the chosen one. */
export async function chooseSound(
  video: InputVideoTrack,
  choice: SoundChoice,
): Promise<{ audio: InputAudioTrack | null; sounds: Sounds }> {
  const tracks = await video.getPairableAudioTracks()
  const picture = { video: await video.getCodec(), parameters: await video.getCodecParameterString() }
  const found = await Promise.all(tracks.map((track) => soundOf(track, picture)))
  const taken = choice === 'first' ? await firstReadable(video, tracks, found) : choice
  if (choice === 'first' && taken === 'none') {
    // Nobody is asked to publish such a file without its sound.
    const ids = await Promise.all(tracks.map((track) => track.getInternalCodecId()))
    if (ids.some(isProtected)) throw new Refusal(copyProtected)
  }
  const audio = taken === 'none' ? null : (tracks[taken] ?? null)
  return { audio, sounds: { found, taken: audio && taken !== 'none' ? taken : null } }
}

async function soundOf(track: InputAudioTrack, picture: Omit<SourceCodecs, 'audio'>): Promise<Sound> {
  const [audio, id, language] = await Promise.all([
    track.getCodec(),
    track.getInternalCodecId(),
    track.getLanguageCode(),
  ])
  const codecs = { ...picture, audio }
  const isCopied = planCopy(codecs) !== null || planEncode(codecs, false).sound === 'copy'
  return {
    format: nameOf(audio, id),
    language: language === 'und' ? null : language,
    canRead: !isProtected(id) && (isCopied || (await track.canDecode())),
  }
}

/** Prefers the sound that the file prefers. */
async function firstReadable(
  video: InputVideoTrack,
  tracks: readonly InputAudioTrack[],
  found: readonly Sound[],
): Promise<number | 'none'> {
  const primary = await video.getPrimaryPairableAudioTrack()
  const preferred = primary ? tracks.indexOf(primary) : -1
  if (found[preferred]?.canRead) return preferred
  const first = found.findIndex(({ canRead }) => canRead)
  return first === -1 ? 'none' : first
}
