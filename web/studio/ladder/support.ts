import type { Tracks } from '../source/source'

const elsewhere = 'Use an up-to-date Chrome, Edge, Firefox or Safari on a computer to create them.'

/** Why a browser can't encode other qualities, as sentences that follow "the video is published as it is". */
export const ladderMissing = {
  encoder: `This browser can't encode video, so lower qualities won't be created. ${elsewhere}`,
  decoder: `This browser can't decode this video, so lower qualities won't be created. ${elsewhere}`,
  avc: `This browser can't encode H.264 at this size, so lower qualities won't be created. ${elsewhere}`,
  sound: `This browser can't convert this video's audio, so lower qualities won't be created. ${elsewhere}`,
  store: `This browser can't hold files this large, so lower qualities won't be created. ${elsewhere}`,
  room: "There isn't enough free disk space to create lower qualities. Free up some space, then choose the file again on the edit page to add them.",
} as const

export const ladderStopped = 'The file may be damaged.'

/** Returns why this browser can't encode renditions of a source; null when it can. */
export async function whyNoRenditions({ video, audio }: Tracks): Promise<string | null> {
  if (typeof VideoEncoder === 'undefined') return ladderMissing.encoder
  if (typeof VideoDecoder === 'undefined' || !(await video.canDecode())) return ladderMissing.decoder
  if (audio && (await audio.getCodec()) !== 'aac' && !(await audio.canDecode())) return ladderMissing.sound
  return null
}
