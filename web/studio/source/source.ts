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
  UrlSource,
  WEBM,
} from 'mediabunny'
import { type Cut, cutWithin } from '../cut/cut'
import { whyNotEncodable } from './capability'
import { type Container, planCopy, planEncode, type SourceCodecs, type TrackPlan } from './container'
import { checkDuration, checkSize, type VideoLimits } from './limits'
import { cutOff, emptyCut, noPicture, Refusal } from './refusal'
import { sniffed, whyUnreadable } from './sniff'

/** The tracks of a file that was opened. */
export interface Tracks {
  input: Input
  video: InputVideoTrack
  audio: InputAudioTrack | null
  /** From the first picture or sound that is shown to the last one's end, in seconds of the file. */
  span: Cut
  /** As it is shown, rotation applied. */
  width: number
  height: number
}

/** A chosen file after a first look, with what has to be done to its tracks: this browser can do it. */
export interface VideoSource extends Tracks {
  plan: TrackPlan
  /** Container of what is published. */
  container: Container
  /** Null where the whole is published. */
  cut: Cut | null
  /** Seconds of what is published. */
  duration: number
}

/** Opens a file, or an address of our own: of a file, which answers ranges, or of a rung's playlist. */
export function openInput(video: Blob | string): Input {
  const files = [MP4, QTFF, WEBM, MATROSKA]
  // A file that somebody chose must not fetch what it names.
  if (typeof video !== 'string') return new Input({ source: new BlobSource(video), formats: files })
  // Whole, since a playlist's own addresses are relative to it.
  const address = new URL(video, location.href)
  return new Input({ source: new UrlSource(address), formats: [...files, HLS] })
}

interface ReadOptions {
  cut?: Cut | null
  /** What a recorder left becomes an MP4 wherever that can be made. */
  recorded?: boolean
}

/** Reads what a file is and what publishing it takes. Throws Refusal; the input is closed then. */
export async function readSource(
  file: Blob,
  limits: VideoLimits,
  { cut = null, recorded = false }: ReadOptions = {},
): Promise<VideoSource> {
  const tracks = await openTracks(file)
  try {
    const inside = cut && within(cut, tracks.span)
    const plan = await planTracks(tracks, { isCut: inside !== null, recorded })
    const { start, end } = inside ?? tracks.span
    checkDuration(end - start, limits)
    // What is made anew is measured when it is made.
    if (plan.picture === 'copy') checkSize(file.size, limits)
    return { ...tracks, plan, container: plan.container, cut: inside, duration: end - start }
  } catch (error) {
    tracks.input.dispose()
    throw error instanceof Refusal ? error : new Refusal(cutOff, { cause: error })
  }
}

/** Opens a file with a picture. Throws Refusal. */
export async function openTracks(video: Blob | string): Promise<Tracks> {
  const input = openInput(video)
  try {
    return await readTracks(input, typeof video !== 'string')
  } catch (error) {
    input.dispose()
    if (error instanceof Refusal || typeof video === 'string') throw error
    // Everything else is the file's fault: cut off, damaged, or not what its name says.
    const head = new Uint8Array(await video.slice(0, sniffed).arrayBuffer())
    throw new Refusal(whyUnreadable(head), { cause: error })
  }
}

async function readTracks(input: Input, isNear: boolean): Promise<Tracks> {
  if (!(await input.canRead())) throw new UnsupportedInputFormatError()
  const video = await input.getPrimaryVideoTrack()
  if (!video) throw new Refusal((await input.getTracks()).length > 0 ? noPicture : cutOff)
  const audio = await video.getPrimaryPairableAudioTrack()
  const tracks = audio ? [video, audio] : [video]
  const starts = await Promise.all(tracks.map((each) => each.getFirstTimestamp()))
  // What a recorder wrote into its header before it knew is wrong; elsewhere reading to the end may take many requests.
  const stated = isNear ? null : await input.getDurationFromMetadata(tracks)
  const end = stated ?? (await input.computeDuration(tracks))
  const [width, height] = await Promise.all([video.getDisplayWidth(), video.getDisplayHeight()])
  return { input, video, audio, span: { start: Math.max(0, Math.min(...starts)), end }, width, height }
}

export async function codecsOf({ video, audio }: Tracks): Promise<SourceCodecs> {
  return {
    video: await video.getCodec(),
    parameters: await video.getCodecParameterString(),
    audio: audio ? await audio.getCodec() : undefined,
  }
}

/** A copy where that can be published, else what this browser can make of it. Throws Refusal. */
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

/** What a recording becomes where it can: H.264 with AAC. */
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
