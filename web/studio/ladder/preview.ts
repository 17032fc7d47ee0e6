import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny'
import type { CodedSample } from '../cmaf/fragment'
import type { PictureFormat } from '../cmaf/init'
import type { Cut } from '../cut/cut'
import { finishMp4 } from '../cut/finish-mp4'
import { bytesFile } from '../files/sync-file'
import { configOf, FormatChanged, formatOf } from '../transcode/encoded-format'
import { FrameEncoder } from '../transcode/frame-encoder'
import type { WorkFile } from './files'
import type { Checkpoint, Progress } from './log'

/** Frames closer together than this are left out of a preview. Seconds. */
const shortestFrame = 1 / 31

/** A few short stretches of a video, one after the other, small and without sound. A trailer is one stretch. */
export class Preview {
  readonly stretches: Cut[]
  readonly #config: VideoEncoderConfig
  readonly #encoder: FrameEncoder
  readonly #turned: Pick<PictureFormat, 'rotation' | 'flip'>
  readonly #samples: CodedSample[] = []
  #format: string | null = null
  #kept = 0
  #last = Number.NEGATIVE_INFINITY
  #needsKey = true

  constructor(
    config: VideoEncoderConfig,
    byCanvas: boolean,
    stretches: Cut[],
    turned: Pick<PictureFormat, 'rotation' | 'flip'>,
  ) {
    this.stretches = stretches
    this.#config = config
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
      this.#encoder.encode(moved, this.#needsKey || isFirst)
      this.#needsKey = false
    } finally {
      moved.close()
    }
  }

  async settle(): Promise<void> {
    await this.#encoder.hasRoom()
  }

  /** Saves the new frames to a file, so that a later run can continue from them. */
  async keep(file: WorkFile): Promise<Pick<Checkpoint, 'preview' | 'previewFormat'>> {
    await this.#flush()
    const fresh = this.#samples.slice(this.#kept)
    for (const { data } of fresh) file.write(data, { at: file.getSize() })
    file.flush()
    this.#kept = this.#samples.length
    const preview = fresh.map(({ timestamp, data, key }): Checkpoint['preview'][number] => [
      timestamp,
      data.byteLength,
      key,
    ])
    return { preview, previewFormat: this.#format ?? '' }
  }

  /** Restores the frames of an earlier run. False when they are gone. */
  restore(file: WorkFile, { preview, previewFormat }: Progress): boolean {
    let at = 0
    for (const [timestamp, bytes, key] of preview) {
      const data = new Uint8Array(bytes)
      if (file.read(data, { at }) < bytes) return false
      this.#samples.push({ data, timestamp, key })
      this.#last = Math.max(this.#last, timestamp)
      at += bytes
    }
    file.truncate(at)
    this.#kept = this.#samples.length
    this.#format = previewFormat
    return true
  }

  /** Returns the preview as a progressive MP4; null when no frame fell into a stretch of it. */
  async picture(): Promise<Blob | null> {
    await this.#flush()
    const [first] = this.#samples
    if (!this.#format || !first) return null
    const decoderConfig = configOf(this.#format, this.#config)
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

  async #flush(): Promise<void> {
    await this.#encoder.flush()
    this.#needsKey = true
    const format = formatOf(this.#encoder.format)
    if (this.#format && format && format !== this.#format) {
      throw new FormatChanged('The preview would be of two formats.')
    }
    this.#format ||= format
  }
}
