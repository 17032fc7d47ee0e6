import {
  BlobSource,
  HLS,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  QTFF,
  UnsupportedInputFormatError,
  WEBM,
} from 'mediabunny'
import { copyProtected, isProtected } from '#contract/values/videos/codec-names'
import { whyNotEncodable } from './capability'
import { type Container, planCopy, planEncode, type SourceCodecs, type TrackPlan } from './container'
import { type Cut, cutWithin } from './cut'
import { checkDuration, checkSize, type VideoLimits } from './limits'
import { cutOff, emptyCut, noPicture, Refusal } from './refusal'
import { remoteSource } from './remote'
import { sniffed, whyUnreadable } from './sniff'
import { chooseSound, type SoundChoice, type Sounds } from './sounds'

/** The tracks of an open file. */
export interface Tracks {
  input: Input
  video: InputVideoTrack
  audio: InputAudioTrack | null
  /** Of which `audio` is one. */
  sounds: Sounds
  /** From the first visible picture or sound to the end of the last, in seconds of the file. */
  span: Cut
  /** As shown, with rotation applied. */
  width: number
  height: number
}

/** A chosen file after a first look, with a plan for its tracks that this browser can carry out. */
export interface VideoSource extends Tracks {
  plan: TrackPlan
  /** Container of the published file. */
  container: Container
  /** Null where the whole is published. */
  cut: Cut | null
  /** Seconds of the published video. */
  duration: number
}

/** Opens a file, or one of our URLs: of a file, which answers ranges, or of a rendition's playlist. */
export function openInput(video: Blob | string): Input {
  const files = [MP4, QTFF, WEBM, MATROSKA]
  // A file chosen by someone must not make us fetch the URLs in it.
  if (typeof video !== 'string') return new Input({ source: new BlobSource(video), formats: files })
  // Absolute, since a playlist's own URLs are relative to it.
  const address = new URL(video, location.href)
  return new Input({ source: remoteSource(address), formats: [...files, HLS] })
}

interface ReadOptions {
  cut?: Cut | null
  sound?: SoundChoice
  /** A recorder's file becomes an MP4 wherever the browser can encode one. */
  recorded?: boolean
}

/** Reads a file and what it takes to publish it. Throws Refusal; the input is closed then. */
export async function readSource(
  file: Blob,
  limits: VideoLimits,
  { cut = null, sound = 'first', recorded = false }: ReadOptions = {},
): Promise<VideoSource> {
  const tracks = await openTracks(file, sound)
  try {
    const inside = cut && within(cut, tracks.span)
    const plan = await planTracks(tracks, { isCut: inside !== null, recorded })
    const { start, end } = inside ?? tracks.span
    checkDuration(end - start, limits)
    // Encoded output is checked once its size is known.
    if (plan.picture === 'copy') checkSize(file.size, limits)
    return { ...tracks, plan, container: plan.container, cut: inside, duration: end - start }
  } catch (error) {
    tracks.input.dispose()
    throw error instanceof Refusal ? error : new Refusal(cutOff, { cause: error })
  }
}

/** Opens a file with a picture. Throws Refusal. */
export async function openTracks(video: Blob | string, sound: SoundChoice = 'first'): Promise<Tracks> {
  const input = openInput(video)
  try {
    return await readTracks(input, typeof video !== 'string', sound)
  } catch (error) {
    input.dispose()
    if (error instanceof Refusal || typeof video === 'string') throw error
    // Any other error is the file's fault: cut off, damaged, or not what its name says.
    const head = new Uint8Array(await video.slice(0, sniffed).arrayBuffer())
    throw new Refusal(whyUnreadable(head), { cause: error })
  }
}

async function readTracks(input: Input, isNear: boolean, choice: SoundChoice): Promise<Tracks> {
  const hasTracks = (await input.canRead()) && (await input.getTracks()).length > 0
  if (!hasTracks) throw new UnsupportedInputFormatError()
  const video = await pictureOf(input)
  if (!video) throw new Refusal(noPicture)
  if (isProtected(await video.getInternalCodecId())) throw new Refusal(copyProtected)
  const { audio, sounds } = await chooseSound(video, choice)
  const tracks = audio ? [video, audio] : [video]
  const starts = await Promise.all(tracks.map((each) => each.getFirstTimestamp()))
  // A recorder writes its header before it knows the duration, so that duration is wrong. Remote files aren't
  // read to the end, which may take many requests.
  const stated = isNear ? null : await input.getDurationFromMetadata(tracks)
  const end = stated ?? (await input.computeDuration(tracks))
  const [width, height] = await Promise.all([video.getDisplayWidth(), video.getDisplayHeight()])
  const span = { start: Math.max(0, Math.min(...starts)), end }
  return { input, video, audio, sounds, span, width, height }
}

/** Returns the file's main picture, unless only another one is a video: drones and tags add still pictures. */
async function pictureOf(input: Input): Promise<InputVideoTrack | null> {
  const primary = await input.getPrimaryVideoTrack()
  if (!primary || (await primary.getCodec()) !== null) return primary
  const [other] = await input.getVideoTracks({ filter: async (each) => (await each.getCodec()) !== null })
  return other ?? primary
}

export async function codecsOf({ video, audio }: Tracks): Promise<SourceCodecs> {
  return {
    video: await video.getCodec(),
    parameters: await video.getCodecParameterString(),
    audio: audio ? await audio.getCodec() : undefined,
    ids: [await video.getInternalCodecId(), audio && (await audio.getInternalCodecId())],
  }
}

/** Plans a copy if that can be published, else an encoding that this browser can do. Throws Refusal. */
export async function planTracks(
  tracks: Tracks,
  { isCut, recorded }: { isCut: boolean; recorded: boolean },
): Promise<TrackPlan> {
  const codecs = await codecsOf(tracks)
  const copy = planCopy(codecs)
  if (copy && !isCut && !(recorded && !isEverywhere(copy, codecs))) return copy
  const encode = planEncode(codecs, isCut)
  const reason = await whyNotEncodable(tracks, codecs, encode)
  if (reason === null) return encode
  // A recording is better published as it is than not at all.
  if (copy && !isCut) return copy
  throw new Refusal(reason)
}

/** Returns whether a copied recording is H.264 with AAC, which plays everywhere. */
function isEverywhere({ container }: TrackPlan, { audio }: SourceCodecs): boolean {
  return container === 'mp4' && (audio === undefined || audio === 'aac')
}

function within(cut: Cut, span: Cut): Cut | null {
  try {
    return cutWithin(cut, span)
  } catch (error) {
    throw new Refusal(emptyCut, { cause: error })
  }
}
