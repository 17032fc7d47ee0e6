import { canEncodeVideo, type InputAudioTrack, type InputVideoTrack } from 'mediabunny'
import { nameOf, nameOfPicture, planCopy, type SourceCodecs, type TrackPlan } from './container'
import { encodedSize, type Size } from './encoded-size'
import { cannotTrim, pictureRefused, soundRefused } from './refusal'

interface TracksToEncode {
  video: InputVideoTrack
  audio: InputAudioTrack | null
}

/** Returns why this browser can't encode by the plan, as a sentence; null when it can. */
export async function whyNotEncodable(
  { video, audio }: TracksToEncode,
  codecs: SourceCodecs,
  plan: TrackPlan,
): Promise<string | null> {
  if (plan.picture === 'encode') {
    const can = { decode: await video.canDecode() }
    if (!can.decode || !(await pictureSize(video, codecs))) {
      // If viewers can play the video and it is only trimmed, the codec isn't to blame.
      return planCopy({ ...codecs, audio: undefined })
        ? cannotTrim
        : pictureRefused(nameOfPicture(codecs), can)
    }
  }
  if (plan.sound === 'encode' && audio && !(await audio.canDecode())) {
    return soundRefused(nameOf(codecs.audio, codecs.ids?.[1]))
  }
  return null
}

/**
 * Returns the size to encode a picture in, before rotation; null when this browser can't encode it. If
 * viewers can play the original, that is its own size, so that a trim loses nothing; else at most
 * highestEncoded.
 */
export async function pictureSize(video: InputVideoTrack, codecs: SourceCodecs): Promise<Size | null> {
  if (typeof VideoEncoder === 'undefined') return null
  const own = { width: await video.getSquarePixelWidth(), height: await video.getSquarePixelHeight() }
  const isPlayable = planCopy({ ...codecs, audio: undefined })?.container === 'mp4'
  const sizes = isPlayable
    ? [encodedSize(own, Number.POSITIVE_INFINITY), encodedSize(own)]
    : [encodedSize(own)]
  for (const size of sizes) {
    if (await canEncodeVideo('avc', size)) return size
  }
  return null
}
