import type { CodedSample } from '../cmaf/fragment'
import type { Size } from '../source/encoded-size'
import { withoutMessages } from '../source/messages'

/** Frames that may wait in an encoder: each holds the memory of a whole picture. */
const mostWaiting = 3
/** High, main and baseline, the best first. */
const profiles = ['6400', '4d00', '42e0']
/** Macroblocks per frame and per second that a level allows (H.264, table A-1). */
const levels = [
  { level: '1f', frame: 3600, second: 108_000 },
  { level: '20', frame: 5120, second: 216_000 },
  { level: '28', frame: 8192, second: 245_760 },
  { level: '2a', frame: 8704, second: 522_240 },
  { level: '33', frame: 36_864, second: 983_040 },
]

/** Returns settings with which this browser encodes H.264; null when it can't. */
export async function encoderConfig(
  { width, height, bitrate }: Size & { bitrate: number },
  framerate: number,
): Promise<VideoEncoderConfig | null> {
  if (typeof VideoEncoder === 'undefined') return null
  const blocks = Math.ceil(width / 16) * Math.ceil(height / 16)
  const enough = levels.find(({ frame, second }) => blocks <= frame && blocks * framerate <= second)
  for (const profile of profiles) {
    const config: VideoEncoderConfig = {
      codec: `avc1.${profile}${(enough ?? levels[levels.length - 1])?.level}`,
      width,
      height,
      bitrate,
      framerate,
      avc: { format: 'avc' },
    }
    if ((await VideoEncoder.isConfigSupported(config)).supported) return config
  }
  return null
}

/** Returns whether an encoder of this size scales a larger frame down, as WebCodecs requires. */
export async function scalesFrames(config: VideoEncoderConfig, frame: VideoFrame): Promise<boolean> {
  let coded: VideoDecoderConfig | undefined
  const encoder = new VideoEncoder({
    output: (_, metadata) => {
      coded ??= metadata?.decoderConfig
    },
    error: () => {},
  })
  try {
    encoder.configure(config)
    encoder.encode(frame, { keyFrame: true })
    await encoder.flush()
    return coded?.codedWidth === config.width && coded.codedHeight === config.height
  } catch {
    return false
  } finally {
    if (encoder.state !== 'closed') encoder.close()
  }
}

/** Encodes frames of any size in one size. Samples go to `onSample`, in decoding order. */
export class FrameEncoder {
  readonly #config: VideoEncoderConfig
  readonly #encoder: VideoEncoder
  readonly #canvas: OffscreenCanvas | null
  #format: VideoDecoderConfig | null = null
  #failure: Error | null = null
  #wake = () => {}

  constructor(config: VideoEncoderConfig, byCanvas: boolean, onSample: (sample: CodedSample) => void) {
    this.#config = config
    this.#canvas = byCanvas ? new OffscreenCanvas(config.width, config.height) : null
    this.#encoder = new VideoEncoder({
      output: (chunk, metadata) => {
        this.#format ??= metadata?.decoderConfig ?? null
        const coded = new Uint8Array(chunk.byteLength)
        chunk.copyTo(coded)
        // An encoder may sign its work.
        const data = this.#format ? withoutMessages(coded, this.#format) : coded
        onSample({ data, timestamp: chunk.timestamp / 1e6, key: chunk.type === 'key' })
      },
      error: (error) => {
        this.#failure = error
        this.#wake()
      },
    })
    this.#encoder.addEventListener('dequeue', () => this.#wake())
    this.#encoder.configure(config)
  }

  /** The decoder's configuration; known after the first frame. */
  get format(): VideoDecoderConfig | null {
    return this.#format
  }

  encode(frame: VideoFrame, keyFrame: boolean): void {
    if (this.#failure) throw this.#failure
    const scaled = this.#canvas ? this.#scale(this.#canvas, frame) : null
    try {
      this.#encoder.encode(scaled ?? frame, { keyFrame })
    } finally {
      scaled?.close()
    }
  }

  /** Waits until the encoder has room for another frame. */
  async hasRoom(): Promise<void> {
    while (!this.#failure && this.#encoder.encodeQueueSize > mostWaiting) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    if (this.#failure) throw this.#failure
  }

  /** Waits until every frame is encoded. The next one must be a key frame. */
  async flush(): Promise<void> {
    await this.#encoder.flush()
  }

  close(): void {
    if (this.#encoder.state !== 'closed') this.#encoder.close()
  }

  #scale(canvas: OffscreenCanvas, frame: VideoFrame): VideoFrame {
    canvas.getContext('2d')?.drawImage(frame, 0, 0, this.#config.width, this.#config.height)
    const { timestamp, duration } = frame
    return new VideoFrame(canvas, { timestamp, ...(duration === null ? {} : { duration }) })
  }
}
