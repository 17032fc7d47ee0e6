import type { InputAudioTrack } from 'mediabunny'
import type { CodedSample } from '../cmaf/fragment'
import { makeInit, type PictureFormat } from '../cmaf/init'
import { SoundLane } from '../cmaf/sound-lane'
import { CmafWriter, type WrittenSegment } from '../cmaf/writer'
import { FormatChanged, formatOf } from '../transcode/encoded-format'
import { FrameEncoder } from '../transcode/frame-encoder'
import type { WorkFile } from './files'
import type { RenditionPlan } from './plan'

/** The sound of every rendition: AAC packets, in seconds of their track from `start` on. */
export interface RenditionSound {
  track: InputAudioTrack
  decoderConfig: AudioDecoderConfig
  start: number
}

interface RenditionOptions {
  plan: RenditionPlan
  config: VideoEncoderConfig
  byCanvas: boolean
  file: WorkFile
  turned: Pick<PictureFormat, 'rotation' | 'flip'>
  sound: RenditionSound | null
  mostSegments: number
  /** Second of the first frame: 0, or where an earlier run stopped. */
  from: number
  /** The segments of an earlier run, and their format. */
  written: readonly WrittenSegment[]
  format: string | null
}

/** Encodes one rendition into its file. */
export class Rendition {
  readonly plan: RenditionPlan
  readonly #options: RenditionOptions
  readonly #encoder: FrameEncoder
  readonly #sound: SoundLane | null
  readonly #cuts: number[] = []
  readonly #ready: { picture: CodedSample[]; end: number }[] = []
  #picture: CodedSample[] = []
  #writer: CmafWriter | null = null
  #reported: number

  constructor(options: RenditionOptions) {
    const { plan, config, byCanvas, sound, from, written } = options
    this.plan = plan
    this.#options = options
    this.#reported = written.length
    this.#sound = sound ? new SoundLane(sound.track, sound.start, from) : null
    this.#encoder = new FrameEncoder(config, byCanvas, (sample) => this.#take(sample))
  }

  encode(frame: VideoFrame, { key, cut }: { key: boolean; cut: boolean }): void {
    if (cut) this.#cuts.push(frame.timestamp / 1e6)
    this.#encoder.encode(frame, key)
  }

  /** Writes complete segments, and waits until the encoder has room. */
  async settle(): Promise<void> {
    await this.#write()
    await this.#encoder.hasRoom()
  }

  /** Ends the open segment. */
  async flush(end: number): Promise<void> {
    await this.#encoder.flush()
    if (this.#picture.length > 0) this.#ready.push({ picture: this.#picture, end })
    this.#picture = []
    await this.#write()
    this.#options.file.flush()
  }

  /** Returns the segments written since the last call, and the format of all. */
  progress(): { segments: WrittenSegment[]; format: string } {
    const segments = this.#writer?.segments.slice(this.#reported) ?? []
    this.#reported += segments.length
    return { segments, format: formatOf(this.#encoder.format) }
  }

  /** Ends the file; the sound may be longer than the picture. */
  async finish(end: number): Promise<void> {
    await this.#encoder.flush()
    const rest = await this.#sound?.until(Number.POSITIVE_INFINITY)
    const last = Math.max(end, this.#sound?.end ?? 0)
    const writer = await this.#open()
    writer.add(this.#picture, rest ?? [], last)
    this.#picture = []
    writer.finish()
    this.#options.file.flush()
  }

  /** Size of the file so far. */
  get bytes(): number {
    return this.#writer?.size ?? 0
  }

  async close(): Promise<void> {
    this.#encoder.close()
    await this.#sound?.close()
  }

  #take(sample: CodedSample): void {
    const cut = this.#cuts[0]
    if (cut !== undefined && sample.timestamp >= cut && sample.key) {
      this.#cuts.shift()
      if (this.#picture.length > 0) this.#ready.push({ picture: this.#picture, end: cut })
      this.#picture = []
    }
    this.#picture.push(sample)
  }

  async #write(): Promise<void> {
    for (const { picture, end } of this.#ready.splice(0)) {
      const writer = await this.#open()
      writer.add(picture, (await this.#sound?.until(end)) ?? [], end)
    }
  }

  async #open(): Promise<CmafWriter> {
    if (this.#writer) return this.#writer
    const { plan, file, turned, sound, mostSegments, written, format } = this.#options
    const decoderConfig = this.#encoder.format
    const isRight =
      decoderConfig?.codedWidth === plan.width &&
      decoderConfig.codedHeight === plan.height &&
      (format === null || format === formatOf(decoderConfig))
    if (!isRight) throw new FormatChanged('The encoder made something else than what was asked.')
    const init = await makeInit({ decoderConfig, ...turned }, sound?.decoderConfig ?? null)
    this.#writer = new CmafWriter(file, init, mostSegments, written)
    if (file.getSize() < this.#writer.size && written.length > 0)
      throw new FormatChanged('Segments are gone.')
    return this.#writer
  }
}
