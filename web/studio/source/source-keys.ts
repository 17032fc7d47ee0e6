import { type EncodedPacket, EncodedPacketSink, type InputVideoTrack } from 'mediabunny'

const metadata = { metadataOnly: true }
/** Tolerance for times in files, which are rounded to ticks. Seconds. */
const slack = 0.001

/** Finds the key frames of a source around a moving second, counted from `start`. */
export class SourceKeys {
  readonly #sink: EncodedPacketSink
  readonly #start: number
  #next: EncodedPacket | null = null
  #current = Number.NEGATIVE_INFINITY

  constructor(video: InputVideoTrack, start: number) {
    this.#sink = new EncodedPacketSink(video)
    this.#start = start
  }

  /** Time of the last key frame up to the current second. */
  get current(): number {
    return this.#current
  }

  /** Time of the key frame after it; infinite when there is none. */
  get next(): number {
    return this.#next ? this.#next.timestamp - this.#start : Number.POSITIVE_INFINITY
  }

  async goTo(second: number): Promise<void> {
    if (this.#current === Number.NEGATIVE_INFINITY) {
      this.#next = await this.#sink.getKeyPacket(this.#start + second + slack, metadata)
      this.#next ??= await this.#sink.getFirstKeyPacket(metadata)
    }
    while (this.#next && this.next <= second + slack) {
      this.#current = this.next
      this.#next = await this.#sink.getNextKeyPacket(this.#next, metadata)
    }
  }
}
