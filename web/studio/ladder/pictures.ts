import { EncodedPacketSink, type VideoSample, VideoSampleSink } from 'mediabunny'
import type { Tracks } from '../source/source'
import { type LadderDelivery, previewName, storyboardName } from './delivery'
import { previewStretches } from './plan'
import { Preview } from './preview'
import { type LadderSource, needsCanvas } from './source'
import { Storyboard } from './storyboard'

/** Milliseconds after which a storyboard makes do with key frames. */
const exactFor = 8000

/** How much of the work is over when the storyboard is drawn: the preview is next. */
const storyboardDrawn = 0.5

/** Draws storyboard and preview without a full pass: from key frames and short stretches. */
export async function addPictures(
  source: LadderSource,
  delivery: LadderDelivery,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<void> {
  const { tracks, duration, turned } = source
  onShare(0)
  if (!delivery.has(storyboardName)) {
    const storyboard = new Storyboard(tracks, duration)
    await drawTiles(tracks, storyboard, signal, (share) => onShare(storyboardDrawn * share))
    await deliver(delivery, storyboardName, await storyboard.picture())
  }
  if (source.preview && !delivery.has(previewName)) {
    const byCanvas = await needsCanvas(tracks, source.preview)
    const preview = new Preview(source.preview.config, byCanvas, previewStretches(duration), turned)
    try {
      await encodeStretches(tracks, preview, signal, (share) =>
        onShare(storyboardDrawn + (1 - storyboardDrawn) * share),
      )
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

/**
 * Fills the tiles in order: with the key frame before their second, which is quick, or with the very frame
 * where key frames are farther apart than tiles. A frame that can't be decoded repeats the tile before.
 */
async function drawTiles(
  { video, span }: Tracks,
  storyboard: Storyboard,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<void> {
  const packets = new EncodedPacketSink(video)
  const began = performance.now()
  const seconds = storyboard.seconds()
  async function* times(from: number): AsyncGenerator<number, void, unknown> {
    for (const second of seconds.slice(from)) {
      const key = await packets.getKeyPacket(span.start + second, { metadataOnly: true })
      const distance = span.start + second - (key?.timestamp ?? span.start)
      const isExact = distance > storyboard.interval / 2 && performance.now() - began < exactFor
      yield isExact ? span.start + second : (key?.timestamp ?? span.start)
    }
  }
  for (let tile = 0; tile < seconds.length; ) {
    try {
      for await (const sample of new VideoSampleSink(video).samplesAtTimestamps(times(tile))) {
        if (sample) closing(sample, () => storyboard.draw(sample))
        else storyboard.repeat()
        tile += 1
        onShare(tile / seconds.length)
        signal.throwIfAborted()
      }
    } catch (error) {
      signal.throwIfAborted()
      if (tile === 0) throw error
      storyboard.repeat()
      tile += 1
    }
  }
}

/** Feeds a preview only its own stretches. `onShare` receives how much of them it has. */
export async function encodeStretches(
  { video, span }: Tracks,
  preview: Preview,
  signal: AbortSignal,
  onShare: (share: number) => void = () => {},
): Promise<void> {
  const sink = new VideoSampleSink(video)
  for (const [place, { start, end }] of preview.stretches.entries()) {
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
      onShare(Math.min(1, (place + (sample.timestamp - start) / (end - start)) / preview.stretches.length))
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
