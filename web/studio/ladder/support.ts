import type { Tracks } from '../source/source'

const elsewhere = 'A current Chrome, Edge or Safari on a computer can make them.'

/** Why a browser can't encode other qualities, as sentences that follow "the video is published as it is". */
export const ladderMissing = {
  encoder: `This browser can't encode video, so the video gets no lower qualities. ${elsewhere}`,
  decoder: `This browser can't decode this video, so it gets no lower qualities. ${elsewhere}`,
  avc: `This browser can't encode H.264 of this size, so the video gets no lower qualities. ${elsewhere}`,
  sound: `This browser can't convert the sound of this video, so it gets no lower qualities. ${elsewhere}`,
  room: 'There is too little free disk space for lower qualities of this video. Free some, and choose the file again under Edit to add them.',
} as const

export const ladderStopped = "The other qualities couldn't be made to their end."

/** Returns why this browser can't encode renditions of a source; null when it can. */
export async function whyNoRenditions({ video, audio }: Tracks): Promise<string | null> {
  if (typeof VideoEncoder === 'undefined') return ladderMissing.encoder
  if (typeof VideoDecoder === 'undefined' || !(await video.canDecode())) return ladderMissing.decoder
  if (audio && (await audio.getCodec()) !== 'aac' && !(await audio.canDecode())) return ladderMissing.sound
  return null
}
