import type { ServiceContext } from '#worker/services/context'

export interface OriginFile {
  bytes: Uint8Array<ArrayBuffer>
  contentType?: string
  /** Null: the host sends no tag. */
  etag?: string | null
  /** False: the host answers every range with the whole file. */
  ranges?: boolean
}

/** A host's special answer to a request; null to serve the file normally. */
export type Trick = (request: Request) => Response | null | Promise<Response | null>

/** A host in place of `ctx.fetch`. Streams are real; nothing leaves the process. */
export class Origin {
  readonly requests: Request[] = []
  /** Called before the file is served; the first response wins. */
  readonly tricks: Trick[] = []

  constructor(public file: OriginFile) {}

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    this.requests.push(request)
    for (const trick of this.tricks) {
      const answer = await untilAborted(trick(request), init?.signal)
      if (answer) return answer
    }
    return serve(this.file, request)
  }

  /** The requested ranges in order; null for a request without one. */
  get ranges(): (string | null)[] {
    return this.requests.map((request) => request.headers.get('range'))
  }

  /** Returns the context with this host as the whole outside world. */
  in<Context extends ServiceContext>(ctx: Context): Context {
    return { ...ctx, fetch: this.fetch as typeof fetch }
  }
}

function serve(file: OriginFile, request: Request): Response {
  const { bytes, contentType = 'video/mp4', etag = '"v1"', ranges = true } = file
  const headers = new Headers({ 'content-type': contentType })
  if (etag) headers.set('etag', etag)
  const condition = request.headers.get('if-range')
  const match = /^bytes=(\d+)-(\d+)$/.exec(request.headers.get('range') ?? '')
  if (!match || !ranges || (condition !== null && condition !== etag)) {
    return answer(bytes, { status: 200, headers })
  }
  const from = Number(match[1])
  const part = bytes.subarray(from, Number(match[2]) + 1)
  headers.set('content-range', `bytes ${from}-${from + part.length - 1}/${bytes.length}`)
  return answer(part, { status: 206, headers })
}

/**
 * Returns a response with a correct length, unless the headers say otherwise; `breakAfter` ends it with an
 * error.
 */
export function answer(
  bytes: Uint8Array<ArrayBuffer>,
  init: { status: number; headers: Headers },
  breakAfter = Number.POSITIVE_INFINITY,
): Response {
  if (!init.headers.has('content-length')) init.headers.set('content-length', String(bytes.length))
  const piece = 1024 * 1024
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= breakAfter) return controller.error(new Error('connection reset'))
      if (at >= bytes.length) return controller.close()
      // Copied, since a reader may detach the buffer.
      controller.enqueue(bytes.slice(at, Math.min(at + piece, breakAfter)))
      at += piece
    },
  })
  return new Response(body, init)
}

/** Returns a response that stalls after its first bytes. */
export function stalled(bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>): Response {
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(bytes) })
  return new Response(body, { headers })
}

function untilAborted<T>(work: T | Promise<T>, signal?: AbortSignal | null): Promise<T> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
    Promise.resolve(work).then(resolve, reject)
  })
}
