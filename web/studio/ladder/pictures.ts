import { EncodedPacketSink, type VideoSample, VideoSampleSink } from 'mediabunny'
import type { Tracks } from '../source/source'
import { type LadderDelivery, previewName, storyboardName } from './delivery'
import { previewStretches } from './plan'
import { Preview } from './preview'
import { type LadderSource, needsCanvas } from './source'
import { Storyboard } from './storyboard'

/** Draws storyboard and preview without a full pass: from key frames and short stretches. */
export async function addPictures(
  source: LadderSource,
  delivery: LadderDelivery,
  signal: AbortSignal,
): Promise<void> {
  const { tracks, duration, turned } = source
  if (!delivery.has(storyboardName)) {
    const storyboard = new Storyboard(tracks, duration)
    await drawKeyFrames(tracks, storyboard, signal)
    await deliver(delivery, storyboardName, await storyboard.picture())
  }
  if (source.preview && !delivery.has(previewName)) {
    const byCanvas = await needsCanvas(tracks, source.preview)
    const preview = new Preview(source.preview.config, byCanvas, previewStretches(duration), turned)
    try {
      await encodeStretches(tracks, preview, signal)
      await deliver(delivery, previewName, await preview.picture())
    } finally {
      preview.close()
    }
  }
}

async function deliver(delivery: LadderDelivery, name: string, picture: Blob | null): Promise<void> {
  if (!picture) return
  await delivery.write(name, picture)
  await delivery.complete([name])
}

/** Draws the nearest key frame into every tile, so that little of the video is decoded. */
async function drawKeyFrames(
  { video, span }: Tracks,
  storyboard: Storyboard,
  signal: AbortSignal,
): Promise<void> {
  const packets = new EncodedPacketSink(video)
  async function* keyTimes(): AsyncGenerator<number, void, unknown> {
    for (const second of storyboard.seconds()) {
      const key = await packets.getKeyPacket(span.start + second, { metadataOnly: true })
      yield key?.timestamp ?? span.start
    }
  }
  for await (const sample of new VideoSampleSink(video).samplesAtTimestamps(keyTimes())) {
    if (sample) closing(sample, () => storyboard.draw(sample))
    signal.throwIfAborted()
  }
}

/** Feeds a preview only its own stretches. */
export async function encodeStretches(
  { video, span }: Tracks,
  preview: Preview,
  signal: AbortSignal,
): Promise<void> {
  const sink = new VideoSampleSink(video)
  for (const { start, end } of preview.stretches) {
    for await (const sample of sink.samples(span.start + start, span.start + end)) {
      closing(sample, () => {
        sample.setTimestamp(Math.max(start, sample.timestamp - span.start))
        const frame = sample.toVideoFrame()
        try {
          preview.take(frame)
        } finally {
          frame.close()
        }
      })
      await preview.settle()
      signal.throwIfAborted()
    }
  }
}

function closing(sample: VideoSample, use: () => void): void {
  try {
    use()
  } finally {
    sample.close()
  }
}
