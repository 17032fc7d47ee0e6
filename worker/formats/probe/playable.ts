import { codecName, copyProtected, isProtected } from '#contract/values/videos/codec-names'
import type { Probe, VideoFacts } from './probe'

/**
 * Codecs that browsers play, by container. A fragmented MP4 (`cmaf`) is played by scripts and by Apple's
 * players, which agree on fewer.
 */
const playable = {
  cmaf: { video: ['avc'], audio: ['aac'] },
  mp4: { video: ['avc'], audio: ['aac', 'mp3', 'opus'] },
  webm: { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] },
} as const satisfies Record<string, { video: string[]; audio: string[] }>

type Container = keyof typeof playable

/**
 * `profile_idc` of baseline, main and high (ITU-T H.264, annex A): 8 bits and 4:2:0, supported by every
 * decoder.
 */
const commonProfiles = ['42', '4d', '64']

/** Returns a sentence for the uploader that says why browsers can't play these tracks; null when they can. */
export function whyUnplayable(probe: Probe, container: Container): string | null {
  if (probe.video.length === 0) return 'This file has no video in it.'
  if ([...probe.video.map(({ codec }) => codec), ...probe.audio].some(isProtected)) return copyProtected
  for (const track of probe.video) {
    const reason = whyUnplayableVideo(track, container)
    if (reason) return reason
  }
  const accepted: readonly string[] = playable[container].audio
  const sound = probe.audio.find((codec) => !accepted.includes(codec))
  if (sound === undefined) return null
  return `This video's audio is ${codecName(sound)}, which most browsers can't play. ${asks(container, 'audio')}`
}

function whyUnplayableVideo(track: VideoFacts, container: Container): string | null {
  const accepted: readonly string[] = playable[container].video
  if (!accepted.includes(track.codec)) {
    return `This video uses ${codecName(track.codec)}, which most browsers can't play. ${asks(container, 'video')}`
  }
  const profile = /^avc[13]\.([\da-f]{2})/i.exec(track.parameters ?? '')?.[1]?.toLowerCase()
  if (track.codec === 'avc' && !(profile && commonProfiles.includes(profile))) {
    return "This video uses a profile of H.264 that most browsers can't play. Export it with 8-bit 4:2:0 colour."
  }
  return track.width > 0 && track.height > 0 ? null : 'This file has no video in it.'
}

function asks(container: Container, part: 'video' | 'audio'): string {
  const codecs = playable[container][part].map(codecName)
  const last = codecs.pop()
  const list = codecs.length > 0 ? `${codecs.join(', ')} or ${last}` : last
  return `Save it ${part === 'audio' ? 'with' : 'as'} ${list} and try again.`
}
