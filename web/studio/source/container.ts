import type { AudioCodec, VideoCodec } from 'mediabunny'
import { codecName, isProtected } from '#contract/values/videos/codec-names'

export type Container = 'mp4' | 'webm'

export const contentTypes: Record<Container, string> = { mp4: 'video/mp4', webm: 'video/webm' }

/** The codecs that the server accepts for publishing, by container. */
const publishable: Record<Container, { video: readonly VideoCodec[]; audio: readonly AudioCodec[] }> = {
  mp4: { video: ['avc'], audio: ['aac', 'mp3', 'opus'] },
  webm: { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] },
}

/**
 * `profile_idc` of baseline, main and high (ITU-T H.264, annex A): 8 bits and 4:2:0, which every decoder
 * supports.
 */
const commonProfile = /^avc[13]\.(42|4d|64)/i

/** Names a picture for a sentence, with anything unusual about it. */
export function nameOfPicture({ video, parameters, ids }: SourceCodecs): string {
  return video === 'avc' && !isCommon(parameters)
    ? 'H.264 with 10 bits or rare colours'
    : nameOf(video, ids?.[0])
}

/** Names a codec. `id` is what the container calls it. */
export function nameOf(codec: string | null | undefined, id: unknown): string {
  if (isProtected(id)) return codecName(id)
  return codecName(codec ?? (typeof id === 'string' ? id : ''))
}

/** A source's codecs: null where one is unknown, undefined where there is no sound. */
export interface SourceCodecs {
  video: VideoCodec | null
  /** RFC 6381, such as `avc1.64001f`. */
  parameters: string | null
  audio: AudioCodec | null | undefined
  /** What the container calls the picture's codec and the sound's. */
  ids?: readonly [picture: unknown, sound: unknown]
}

/** Whether each track of a source is copied or encoded. */
export interface TrackPlan {
  container: Container
  picture: 'copy' | 'encode'
  sound: 'copy' | 'encode' | 'none'
}

/** Plans a copy of the tracks as they are; null when no container that we publish takes them. */
export function planCopy({ video, parameters, audio }: SourceCodecs): TrackPlan | null {
  if (video === 'avc' && !isCommon(parameters)) return null
  const container = (['mp4', 'webm'] as const).find((each) => includes(publishable[each].video, video))
  if (!container || (audio !== undefined && !includes(publishable[container].audio, audio))) return null
  return { container, picture: 'copy', sound: audio === undefined ? 'none' : 'copy' }
}

/**
 * Plans H.264 with AAC in MP4. Tracks already in these codecs are copied, unless the picture is to be cut.
 */
export function planEncode({ video, parameters, audio }: SourceCodecs, isCut: boolean): TrackPlan {
  const keepsPicture = video === 'avc' && isCommon(parameters) && !isCut
  const sound = audio === undefined ? 'none' : audio === 'aac' ? 'copy' : 'encode'
  return { container: 'mp4', picture: keepsPicture ? 'copy' : 'encode', sound }
}

function isCommon(parameters: string | null): boolean {
  return parameters !== null && commonProfile.test(parameters)
}

function includes<T>(list: readonly T[], value: T | null | undefined): boolean {
  return list.some((each) => each === value)
}
