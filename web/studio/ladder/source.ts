import { VideoSampleSink } from 'mediabunny'
import type { PictureFormat } from '../cmaf/init'
import { openTracks, type Tracks } from '../source/source'
import { encoderConfig, scalesFrames } from '../transcode/frame-encoder'
import {
  complexities,
  type PlannedSource,
  planPreview,
  planRenditions,
  planTrailer,
  type RenditionPlan,
} from './plan'
import { soundBitrate } from './sound'
import { whyNoRenditions } from './support'

/** Frames to sample for the frame rate. */
const counted = 120

/** A rendition with the settings of its encoder. */
export interface Encoding {
  plan: RenditionPlan
  config: VideoEncoderConfig
}

/** A source after a first look, and the files that this browser can encode from it. */
export interface LadderSource {
  tracks: Tracks
  bytes: number
  /** Seconds. */
  duration: number
  turned: Pick<PictureFormat, 'rotation' | 'flip'>
  planned: PlannedSource
  /** Null where H.264 can't be encoded. */
  preview: Encoding | null
  canDecode: boolean
  /** Why there are no renditions although the source should have some; null otherwise. */
  missing: string | null
}

/** Opens a source. Throws Refusal when the file is no video. */
export async function openLadderSource(file: Blob | string): Promise<LadderSource> {
  const tracks = await openTracks(file)
  try {
    return await plan(tracks, await tracks.input.source.getSize())
  } catch (error) {
    tracks.input.dispose()
    throw error
  }
}

/** Returns the settings of a trailer's encoder; null when this browser can't make one. */
export async function trailerEncoding({ video }: Tracks): Promise<Encoding | null> {
  if (typeof VideoDecoder === 'undefined' || !(await video.canDecode())) return null
  const picture = {
    width: await video.getSquarePixelWidth(),
    height: await video.getSquarePixelHeight(),
    // Unknown for a remote file; a trailer is small beside any source.
    bitrate: Number.POSITIVE_INFINITY,
    isAvc: true,
  }
  const { averagePacketRate } = await video.computePacketStats(counted)
  const [encoding = null] = (await encodingsOf([planTrailer(picture)], averagePacketRate)) ?? []
  return encoding
}

async function plan(tracks: Tracks, bytes: number): Promise<LadderSource> {
  const { video, audio, span } = tracks
  const duration = span.end - span.start
  const { averagePacketRate: frameRate } = await video.computePacketStats(counted)
  const planned = {
    width: await video.getSquarePixelWidth(),
    height: await video.getSquarePixelHeight(),
    bitrate: (8 * bytes) / duration,
    isAvc: (await video.getCodec()) === 'avc',
    sound: audio ? await soundBitrate(audio) : 0,
    frameRate,
  }
  const [preview = null] = (await encodingsOf([planPreview(planned)], frameRate)) ?? []
  const isWanted = planRenditions(planned, complexities.least).length > 0
  return {
    tracks,
    bytes,
    duration,
    turned: { rotation: await video.getRotation(), flip: await video.getFlip() },
    planned,
    preview,
    canDecode: typeof VideoDecoder !== 'undefined' && (await video.canDecode()),
    missing: isWanted ? await whyNoRenditions(tracks) : null,
  }
}

/** Returns the encoder settings; null when one rendition can't be encoded. */
export async function encodingsOf(
  plans: readonly RenditionPlan[],
  frameRate: number,
): Promise<Encoding[] | null> {
  const encodings: Encoding[] = []
  for (const rendition of plans) {
    const config = await encoderConfig(rendition, frameRate)
    if (!config) return null
    encodings.push({ plan: rendition, config })
  }
  return encodings
}

/** Returns whether this browser's encoders fail to scale frames down, which WebCodecs requires. */
export async function needsCanvas({ video, span }: Tracks, { config }: Encoding): Promise<boolean> {
  const sample = await new VideoSampleSink(video).getSample(span.start)
  if (!sample) return true
  const frame = sample.toVideoFrame()
  try {
    return !(await scalesFrames(config, frame))
  } finally {
    frame.close()
    sample.close()
  }
}
