import { whyNotEncodable } from './capability'
import { nameOf, nameOfPicture, planEncode } from './container'
import { codecsOf, openTracks, planTracks } from './source'

/** Facts about a chosen file, for the interface. */
export interface SourceFacts {
  /** Seconds. */
  duration: number
  /** As shown, with rotation applied. */
  width: number
  height: number
  /** Frames per second; its reciprocal is the step of one frame. */
  frameRate: number
  /** Names fit for a sentence, such as `H.264`; null where there is no sound. */
  videoCodec: string
  audioCodec: string | null
  /** `copy`: published as it is. `encode`: picture, sound or both are re-encoded, which takes a while. */
  work: 'copy' | 'encode'
  /** Why this browser can't trim it, as a sentence; null when it can. */
  cannotTrim: string | null
}

/** Inspects a file and what it takes to publish it here. Throws Refusal. */
export async function inspect(video: Blob | string): Promise<SourceFacts> {
  const tracks = await openTracks(video)
  try {
    const codecs = await codecsOf(tracks)
    const plan = await planTracks(tracks, { isCut: false, recorded: false })
    const { bestGuessFrameRate } = await tracks.video.computeFrameRateMetrics()
    return {
      duration: tracks.span.end - tracks.span.start,
      width: tracks.width,
      height: tracks.height,
      frameRate: bestGuessFrameRate,
      videoCodec: nameOfPicture(codecs),
      audioCodec: codecs.audio === undefined ? null : nameOf(codecs.audio, codecs.ids?.[1]),
      work: plan.picture === 'copy' && plan.sound !== 'encode' ? 'copy' : 'encode',
      cannotTrim: await whyNotEncodable(tracks, codecs, planEncode(codecs, true)),
    }
  } finally {
    tracks.input.dispose()
  }
}
