import type { FinishedUpload, OpenUpload, Upload } from '#contract/schemas/uploads/upload'
import { contentDigest } from '#web/features/publish/upload/engine/parts'
import type { Surroundings } from '#web/features/publish/upload/engine/retry'
import {
  type PartOptions,
  type Transport,
  TransportError,
} from '#web/features/publish/upload/engine/transport'

/**
 * A fault in one call: the request or its response is lost, the body breaks off, or a byte flips. Or the
 * server is busy, still finishing the file or failing on it, or something else answers in its place.
 */
export type Fault =
  | 'none'
  | 'request-lost'
  | 'answer-lost'
  | 'broken'
  | 'corrupted'
  | 'busy'
  | 'being-finished'
  | 'foreign'
  | 'crashed'

const refusals: Partial<Record<Fault, TransportError>> = {
  'request-lost': new TransportError('No answer.', { status: 0 }),
  busy: new TransportError('Busy.', { status: 503, code: 'unavailable', retryAfter: 2000 }),
  'being-finished': new TransportError('Being finished.', {
    status: 409,
    code: 'conflict',
    retryAfter: 2000,
  }),
  broken: new TransportError('Part 1 broke off.', { status: 400, code: 'malformed_body' }),
  crashed: new TransportError('Something went wrong.', { status: 500, code: 'internal' }),
  foreign: new TransportError('Sign in to this network.', { status: 403 }),
}

interface Stored {
  input: OpenUpload
  parts: Map<number, Uint8Array>
}

/** An in-memory server of contract/schemas/uploads, with faults taken one by one from a script. */
export class FakeServer implements Transport {
  readonly uploads = new Map<string, Stored>()
  /** How often each part was stored. */
  readonly stores = new Map<number, number>()
  readonly calls: string[] = []
  /** Called before each answer. */
  onCall: (name: string) => void = () => {}
  mostAtOnce = 0
  #underWay = 0
  #faults: Fault[]

  constructor(
    readonly partSize: number,
    faults: Fault[] = [],
  ) {
    this.#faults = [...faults]
  }

  async open(input: OpenUpload): Promise<Upload> {
    // If an open's response is lost, the server's sweep ends the upload, so that fault isn't used here.
    return this.#answer('open', { losesAnswer: false }, () => {
      const known = [...this.uploads].find(([, each]) => each.input.fingerprint === input.fingerprint)
      const id = known?.[0] ?? `upload-${this.uploads.size + 1}`
      if (!known) this.uploads.set(id, { input, parts: new Map() })
      return this.#view(id)
    })
  }

  async status(id: string, signal: AbortSignal): Promise<Upload> {
    return this.#answer('status', { signal }, () => this.#view(id))
  }

  async putPart(id: string, part: number, body: ArrayBuffer, digest: string, options: PartOptions) {
    this.#underWay++
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#underWay)
    try {
      await this.#put(id, part, body.slice(), digest, options)
    } finally {
      this.#underWay--
    }
  }

  async #put(id: string, part: number, body: ArrayBuffer, digest: string, options: PartOptions) {
    options.onProgress(Math.floor(body.byteLength / 2))
    const bytes = new Uint8Array(body)
    if (this.#faults[0] === 'corrupted') bytes[0] = (bytes[0] ?? 0) ^ 1
    const right = (await contentDigest(body)) === digest
    await this.#answer(`put ${part}`, { signal: options.signal }, () => {
      if (!right)
        throw new TransportError('The part changed on its way.', { status: 422, code: 'digest_mismatch' })
      this.#find(id).parts.set(part, bytes)
      this.stores.set(part, (this.stores.get(part) ?? 0) + 1)
    })
  }

  async complete(id: string, signal: AbortSignal): Promise<FinishedUpload> {
    return this.#answer('complete', { signal }, () => {
      const { input } = this.#find(id)
      return {
        id,
        size: input.size,
        contentType: input.contentType,
        duration: 1,
        width: 16,
        height: 9,
        sameAs: null,
      }
    })
  }

  async abandon(id: string): Promise<void> {
    return this.#answer('abandon', {}, () => {
      this.uploads.delete(id)
    })
  }

  /** Returns the stored bytes of all parts, in order. */
  content(id: string): number[] {
    return [...this.#find(id).parts].sort(([a], [b]) => a - b).flatMap(([, bytes]) => [...bytes])
  }

  async #answer<Answer>(
    name: string,
    { signal, losesAnswer = true }: { signal?: AbortSignal; losesAnswer?: boolean },
    act: () => Answer,
  ): Promise<Answer> {
    this.calls.push(name)
    const fault = this.#faults.shift() ?? 'none'
    this.onCall(name)
    await Promise.resolve()
    const refusal = refusals[fault]
    if (refusal) throw refusal
    // An aborted request doesn't arrive.
    signal?.throwIfAborted()
    const answer = act()
    if (fault === 'answer-lost' && losesAnswer) throw new TransportError('No answer.', { status: 0 })
    return answer
  }

  #find(id: string): Stored {
    const stored = this.uploads.get(id)
    if (!stored) throw new TransportError('Unknown upload.', { status: 404, code: 'not_found' })
    return stored
  }

  #view(id: string): Upload {
    const { input, parts } = this.#find(id)
    return {
      id,
      kind: input.kind,
      size: input.size,
      partSize: this.partSize,
      parts: Math.ceil(input.size / this.partSize),
      received: [...parts.keys()],
      done: false,
    }
  }
}

/** A clock that only advances by waiting. */
export class FakeSurroundings implements Surroundings {
  readonly waits: number[] = []
  online = true
  #time = 0
  #wake: (() => void)[] = []

  now = () => this.#time
  random = () => 0
  isOnline = () => this.online

  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    this.waits.push(milliseconds)
    this.#time += milliseconds
    await Promise.resolve()
    signal.throwIfAborted()
  }

  whenOnline(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#wake.push(resolve)
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  }

  goOnline() {
    this.online = true
    for (const wake of this.#wake.splice(0)) wake()
  }
}
