import { type Output, Quality, type VideoSample, VideoSampleSink, VideoSampleSource } from 'mediabunny'
import { keyFrameSeconds } from '#contract/values/videos/media'
import { pictureSize } from '../source/capability'
import type { Cut } from '../source/cut'
import { encodedBitrate, type Size } from '../source/encoded-size'
import { broken, Refusal, stopped } from '../source/refusal'
import { codecsOf, type VideoSource } from '../source/source'
import type { Making } from './transcode-step'

/** Pixel formats that an 8-bit H.264 encoder takes as they are. */
const plainFormats: readonly (string | null)[] = ['I420', 'NV12', null]
const brightTransfers: readonly (string | null)[] = ['pq', 'hlg', 'smpte2084', 'arib-std-b67']

/**
 * Encodes the frames shown within the span in H.264, with times from its start. `bytes` is the size of the
 * whole file. The first frame may have begun earlier. Throws Refusal.
 */
export async function makePicture(
  source: VideoSource,
  span: Cut,
  bytes: number,
  output: Output,
): Promise<Making> {
  const { video } = source
  const sink = new VideoSampleSink(video)
  const codecs = await codecsOf(source)
  const size = await pictureSize(video, codecs)
  const first = await firstSample(sink, span)
  if (!size) throw new Refusal(stopped)
  const fileBitrate = (8 * bytes) / (source.span.end - source.span.start)
  const bitrate = encodedBitrate(size, { bitrate: fileBitrate, isAvc: codecs.video === 'avc' })
  const encoded = new VideoSampleSource({
    codec: 'avc',
    quality: new Quality({ bitrate }),
    keyFrameInterval: keyFrameSeconds,
    // A phone turned while recording changes the size of its frames.
    sizeChangeBehavior: 'contain',
    ...(fits(first, size) ? {} : { transform: size }),
  })
  first.close()
  // Frames stay as the camera recorded them; players rotate them, as they do with the source.
  output.addVideoTrack(encoded, { rotation: await video.getRotation(), flip: await video.getFlip() })
  return frames(sink, encoded, span)
}

/** Decodes one frame, so that a video that only claims to be decodable fails before anything is written. */
async function firstSample(sink: VideoSampleSink, { start, end }: Cut): Promise<VideoSample> {
  for await (const sample of sink.samples(start, end)) return sample
  throw new Refusal(broken)
}

function fits(sample: VideoSample, { width, height }: Size): boolean {
  const sameSize = sample.codedWidth === width && sample.codedHeight === height
  const square = sample.squarePixelWidth === width && sample.squarePixelHeight === height
  const plain = plainFormats.includes(sample.format) && !brightTransfers.includes(sample.colorSpace.transfer)
  return sameSize && square && plain
}

async function* frames(sink: VideoSampleSink, encoded: VideoSampleSource, span: Cut): Making {
  for await (const sample of sink.samples(span.start, span.end)) {
    try {
      const from = Math.max(span.start, sample.timestamp)
      const until = Math.min(span.end, sample.timestamp + sample.duration)
      sample.setTimestamp(from - span.start)
      sample.setDuration(Math.max(0, until - from))
      sample.setRotation(0)
      sample.setFlip(false)
      await encoded.add(sample)
      yield from
    } finally {
      sample.close()
    }
  }
  encoded.close()
}
