import worker from '#worker/index'
import { testVars } from '../../support/vars'
import { NodeD1 } from './d1'
import { createExecutionContext } from './execution'
import { NodeR2 } from './r2'

// Takes the place of `cloudflare:workers`. Stryker runs the worker's tests here whose behaviour only the
// database can show: starting workerd for each mutant would take hours. Only the bindings that these tests
// use exist.

const settings = new Map<string, string>()

const database = new NodeD1()
const media = new NodeR2()

export function empty(): void {
  database.empty()
  media.empty()
  settings.clear()
}

const queue = { send: async () => undefined, sendBatch: async () => undefined }
const limiter = { limit: async () => ({ success: true }) }

/** Works like the runtime's own, which fails unless exactly the announced number of bytes goes through. */
class FixedLengthStream extends TransformStream<Uint8Array, Uint8Array> {
  constructor(length: number) {
    let left = length
    super({
      transform: (chunk, controller) => {
        left -= chunk.length
        if (left < 0) throw new TypeError('More bytes than the stream has')
        // The writer reuses its buffer.
        controller.enqueue(chunk.slice())
      },
      flush: () => {
        if (left > 0) throw new TypeError('Fewer bytes than the stream has')
      },
    })
  }
}
Object.assign(globalThis, { FixedLengthStream })

/**
 * Works like the runtime's own, which may return less than requested only at the end. Smaller pieces do no
 * harm.
 */
Object.assign(ReadableStreamBYOBReader.prototype, {
  readAtLeast(this: ReadableStreamBYOBReader, _least: number, view: Uint8Array<ArrayBuffer>) {
    return this.read(view)
  },
})

export const env = {
  ...testVars,
  VERSION: { id: 'test' },
  TEST_SCHEMA: [],
  DB: database,
  SETTINGS: {
    get: async (key: string) => settings.get(key) ?? null,
    put: async (key: string, value: string) => void settings.set(key, value),
    list: async () => ({ keys: [] }),
  },
  MEDIA: media,
  JOBS: queue,
  IMPORTS: queue,
  API_LIMIT: limiter,
  AUTH_LIMIT: limiter,
} as unknown as Cloudflare.Env

export const exports = {
  default: {
    fetch: (request: Request) =>
      worker.fetch(request as Parameters<typeof worker.fetch>[0], env, createExecutionContext()),
  },
}
