import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny'
import type { CodedSample } from '../cmaf/fragment'
import type { PictureFormat } from '../cmaf/init'
import { finishMp4 } from '../cut/finish-mp4'
import { bytesFile } from '../files/sync-file'
import type { Cut } from '../source/cut'
import { FrameEncoder } from '../transcode/frame-encoder'

/** Frames closer together than this are left out of a preview. Seconds. */
const shortestFrame = 1 / 31

/** A few short stretches of a video, one after the other, small and without sound. A trailer is one stretch. */
export class Preview {
  readonly stretches: Cut[]
  readonly #encoder: FrameEncoder
  readonly #turned: Pick<PictureFormat, 'rotation' | 'flip'>
  readonly #samples: CodedSample[] = []
  #last = Number.NEGATIVE_INFINITY

  constructor(
    config: VideoEncoderConfig,
    byCanvas: boolean,
    stretches: Cut[],
    turned: Pick<PictureFormat, 'rotation' | 'flip'>,
  ) {
    this.stretches = stretches
    this.#turned = turned
    this.#encoder = new FrameEncoder(config, byCanvas, (sample) => this.#samples.push(sample))
  }

  /** Takes a frame that lies in a stretch; ignores all others. */
  take(frame: VideoFrame): void {
    const time = frame.timestamp / 1e6
    const place = this.stretches.findIndex(({ start, end }) => time >= start && time < end)
    const stretch = this.stretches[place]
    if (!stretch) return
    const before = this.stretches.slice(0, place).reduce((sum, { start, end }) => sum + end - start, 0)
    const shown = before + time - stretch.start
    if (shown - this.#last < shortestFrame) return
    const isFirst = this.#last < before
    this.#last = shown
    const moved = new VideoFrame(frame, { timestamp: Math.round(shown * 1e6) })
    try {
      this.#encoder.encode(moved, isFirst)
    } finally {
      moved.close()
    }
  }

  async settle(): Promise<void> {
    await this.#encoder.hasRoom()
  }

  /** Returns the preview as a progressive MP4; null when no frame fell into a stretch of it. */
  async picture(): Promise<Blob | null> {
    await this.#encoder.flush()
    const decoderConfig = this.#encoder.format
    const [first] = this.#samples
    if (!decoderConfig || !first) return null
    const target = new BufferTarget()
    const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
    const source = new EncodedVideoPacketSource('avc')
    output.addVideoTrack(source, this.#turned)
    await output.start()
    const length = this.stretches.reduce((sum, { start, end }) => sum + end - start, 0)
    for (const [index, { data, timestamp, key }] of this.#samples.entries()) {
      const end = this.#samples[index + 1]?.timestamp ?? Math.max(length, timestamp + shortestFrame)
      const time = Math.max(0, timestamp - first.timestamp)
      const packet = new EncodedPacket(data, key ? 'key' : 'delta', time, Math.max(0, end - timestamp))
      await source.add(packet, { decoderConfig })
    }
    await output.finalize()
    const bytes = new Uint8Array(target.buffer ?? new ArrayBuffer())
    finishMp4(bytesFile(bytes))
    return new Blob([bytes], { type: 'video/mp4' })
  }

  close(): void {
    this.#encoder.close()
  }
}
