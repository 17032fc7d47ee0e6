import { type EncodedPacket, EncodedPacketSink, type InputAudioTrack } from 'mediabunny'
import type { CodedSample } from './fragment'

/** Reads the packets of a sound track stretch by stretch, in seconds from `start` of the source on. */
export class SoundLane {
  readonly #audio: InputAudioTrack
  readonly #start: number
  readonly #from: number
  #packets: AsyncGenerator<EncodedPacket, void, unknown> | null = null
  #next: EncodedPacket | null = null
  #end = 0

  /** Begins with the first packet at `from` or later. */
  constructor(audio: InputAudioTrack, start: number, from = 0) {
    this.#audio = audio
    this.#start = start
    this.#from = from
  }

  /** Second at which the last packet taken ends. */
  get end(): number {
    return this.#end
  }

  /** Returns the packets that begin before a second and weren't taken yet. */
  async until(second: number): Promise<CodedSample[]> {
    if (!this.#packets) await this.#open()
    const samples: CodedSample[] = []
    while (this.#next && this.#next.timestamp - this.#start < second) {
      const { data, timestamp, duration } = this.#next
      const time = timestamp - this.#start
      // CMAF has no negative times, so packets that only warm up the decoder are left out.
      if (time >= this.#from) samples.push({ data, timestamp: time, key: true })
      this.#end = time + duration
      await this.#advance()
    }
    return samples
  }

  async close(): Promise<void> {
    await this.#packets?.return()
  }

  async #open(): Promise<void> {
    const sink = new EncodedPacketSink(this.#audio)
    const first = (await sink.getPacket(this.#start + this.#from)) ?? (await sink.getFirstPacket())
    this.#packets = first ? sink.packets(first) : nothing()
    await this.#advance()
  }

  async #advance(): Promise<void> {
    this.#next = (await this.#packets?.next())?.value ?? null
  }
}

async function* nothing(): AsyncGenerator<never, void, unknown> {}
