import type { AudioCodec, VideoCodec } from 'mediabunny'
import { Refusal } from './refusal'

export type Container = 'mp4' | 'webm'

export const contentTypes: Record<Container, string> = { mp4: 'video/mp4', webm: 'video/webm' }

/** What the server publishes, container by container. */
const publishable: Record<Container, { video: readonly VideoCodec[]; audio: readonly AudioCodec[] }> = {
  mp4: { video: ['avc'], audio: ['aac', 'mp3', 'opus'] },
  webm: { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] },
}

const names: Record<string, string> = {
  avc: 'H.264',
  hevc: 'HEVC',
  vp8: 'VP8',
  vp9: 'VP9',
  av1: 'AV1',
  aac: 'AAC',
  mp3: 'MP3',
  opus: 'Opus',
  vorbis: 'Vorbis',
  flac: 'FLAC',
  ac3: 'AC-3',
  eac3: 'E-AC-3',
}

function nameOf(codec: string): string {
  return names[codec] ?? (codec.startsWith('pcm') ? 'uncompressed sound' : codec.toUpperCase())
}

/**
 * The container that a copy of these tracks goes into. A codec is null when it is unknown; audio is undefined when
 * there is none. Throws Refusal.
 */
export function chooseContainer(video: VideoCodec | null, audio: AudioCodec | null | undefined): Container {
  const container = (['mp4', 'webm'] as const).find((each) =>
    publishable[each].video.some((codec) => codec === video),
  )
  if (!container || video === null) {
    const format = video === null ? 'a format' : `${nameOf(video)},`
    const which = video === null ? 'that' : 'which'
    throw new Refusal(
      `This video uses ${format} ${which} most browsers can't play. Convert it to H.264 (MP4) and try again.`,
    )
  }
  if (audio === undefined || publishable[container].audio.some((codec) => codec === audio)) return container

  const playable = Object.values(publishable).some((each) => each.audio.some((codec) => codec === audio))
  if (audio !== null && playable) {
    throw new Refusal(
      `${nameOf(video)} video with ${nameOf(audio)} sound can't be published. Convert it to H.264 with AAC (MP4) and try again.`,
    )
  }
  const sound = audio === null ? 'in a format that' : `${nameOf(audio)}, which`
  throw new Refusal(
    `The sound of this video is ${sound} most browsers can't play. Convert it to AAC and try again.`,
  )
}
