import { EncodedPacketSink, VideoSampleSink } from 'mediabunny'
import { renditionLevels } from '#contract/values/videos/ladder'
import { encodedSize } from '../source/encoded-size'
import type { Tracks } from '../source/source'
import { encoderConfig, FrameEncoder } from '../transcode/frame-encoder'
import { complexities, neededBitrate, type PlannedSource } from './plan'

/** Frames that are encoded, in stretches over the whole video. */
const stretches = 4
const framesPerStretch = 24
/** Milliseconds after which the frames so far have to do. */
const longEnough = 6000
/** Every so many rows are compared. */
const rowStep = 2

/**
 * How good a rendition is to look: the luma's peak signal-to-noise ratio in dB of an average picture at its
 * level's bitrate. (With OpenH264, twice the bits gain about as much as `perDoubling`.)
 */
const wanted = { psnr: 38, perDoubling: 4.5 } as const

/**
 * Returns the bits that the picture needs, relative to an average one; 1 where that can't be measured. Throws
 * the signal's reason. `onShare` receives how much of the measuring is over.
 */
export async function complexityOf(
  tracks: Tracks,
  source: PlannedSource,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<number> {
  try {
    return await measured(tracks, source, signal, onShare)
  } catch {
    // One bad place in the file, or a failing encoder, must not cost the renditions.
    signal.throwIfAborted()
    return 1
  }
}

/** Encodes a few seconds in the lowest rendition's size, and compares the result with the original. */
async function measured(
  tracks: Tracks,
  source: PlannedSource,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<number> {
  const [level] = renditionLevels
  const size = encodedSize(source, level.quality)
  const asked = neededBitrate(level, source, 1)
  const config = await encoderConfig({ ...size, bitrate: asked }, source.frameRate)
  if (!config) return 1
  const originals: Uint8Array[] = []
  const packets: EncodedVideoChunk[] = []
  let [bytes, format] = [0, null as VideoDecoderConfig | null]
  const encoder = new FrameEncoder(config, false, ({ data, timestamp, key }) => {
    bytes += data.byteLength
    packets.push(new EncodedVideoChunk({ type: key ? 'key' : 'delta', timestamp: timestamp * 1e6, data }))
  })
  try {
    const luma = new LumaReader(size.width, size.height)
    for await (const picture of sampledFrames(tracks, signal)) {
      const timestamp = Math.round((originals.length * 1e6) / source.frameRate)
      // The encoded picture itself is compared, so that scaling doesn't count.
      originals.push(luma.read(picture))
      const frame = new VideoFrame(luma.canvas, { timestamp })
      encoder.encode(frame, originals.length === 1)
      frame.close()
      await encoder.hasRoom()
      onShare(originals.length / (stretches * framesPerStretch))
    }
    await encoder.flush()
    format = encoder.format
    if (!format || originals.length < framesPerStretch) return 1
    const psnr = await compare(format, packets, originals, luma)
    const spent = (8 * bytes * source.frameRate) / originals.length
    return complexityFrom(spent / asked, psnr)
  } finally {
    encoder.close()
  }
}

/** Returns the complexity of a picture that reached this quality with this share of the bits asked for. */
export function complexityFrom(share: number, psnr: number): number {
  const needed = share * 2 ** ((wanted.psnr - psnr) / wanted.perDoubling)
  return Math.min(complexities.most, Math.max(complexities.least, needed))
}

/** Draws frames from several places, each from a key frame on, until there are enough or it took too long. */
async function* sampledFrames(
  { video, span }: Tracks,
  signal: AbortSignal,
): AsyncGenerator<(context: OffscreenCanvasRenderingContext2D, width: number, height: number) => void> {
  const began = performance.now()
  const [packets, samples] = [new EncodedPacketSink(video), new VideoSampleSink(video)]
  for (let stretch = 0; stretch < stretches; stretch++) {
    const second = span.start + ((stretch + 0.5) / stretches) * (span.end - span.start)
    const key = await packets.getKeyPacket(second, { metadataOnly: true })
    let frames = 0
    for await (const sample of samples.samples(key?.timestamp ?? span.start)) {
      try {
        signal.throwIfAborted()
        yield (context, width, height) => {
          // The frame as it was coded: an encoder gets it without its rotation.
          const frame = sample.toVideoFrame()
          context.drawImage(frame, 0, 0, width, height)
          frame.close()
        }
      } finally {
        sample.close()
      }
      frames += 1
      if (frames === framesPerStretch || performance.now() - began > longEnough) break
    }
    if (performance.now() - began > longEnough) return
  }
}

/** Draws pictures in one size and reads their luma. */
class LumaReader {
  readonly canvas: OffscreenCanvas
  readonly #context: OffscreenCanvasRenderingContext2D

  constructor(width: number, height: number) {
    this.canvas = new OffscreenCanvas(width, height)
    const context = this.canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new TypeError('This browser has no canvas for a worker.')
    this.#context = context
  }

  read(
    draw: (context: OffscreenCanvasRenderingContext2D, width: number, height: number) => void,
  ): Uint8Array {
    const { width, height } = this.canvas
    draw(this.#context, width, height)
    const { data } = this.#context.getImageData(0, 0, width, height)
    const luma = new Uint8Array(width * Math.ceil(height / rowStep))
    let at = 0
    for (let row = 0; row < height; row += rowStep) {
      for (let pixel = 4 * row * width; pixel < 4 * (row + 1) * width; pixel += 4) {
        // BT.709.
        luma[at++] =
          0.2126 * (data[pixel] ?? 0) + 0.7152 * (data[pixel + 1] ?? 0) + 0.0722 * (data[pixel + 2] ?? 0)
      }
    }
    return luma
  }
}

/** Decodes the packets and returns how close they come to the originals, in dB. */
async function compare(
  format: VideoDecoderConfig,
  packets: readonly EncodedVideoChunk[],
  originals: readonly Uint8Array[],
  luma: LumaReader,
): Promise<number> {
  let [index, squares, failure] = [0, 0, null as DOMException | null]
  const decoder = new VideoDecoder({
    output: (frame) => {
      const original = originals[index++]
      const decoded = luma.read((context, width, height) => context.drawImage(frame, 0, 0, width, height))
      frame.close()
      if (original) squares += meanSquare(original, decoded)
    },
    error: (error) => {
      failure = error
    },
  })
  try {
    decoder.configure(format)
    for (const packet of packets) decoder.decode(packet)
    await decoder.flush()
    if (failure) throw failure
    // Identical pictures would have an infinite ratio.
    return 10 * Math.log10(255 ** 2 / Math.max(0.1, squares / index))
  } finally {
    if (decoder.state !== 'closed') decoder.close()
  }
}

function meanSquare(a: Uint8Array, b: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += ((a[at] ?? 0) - (b[at] ?? 0)) ** 2
  return sum / a.length
}
