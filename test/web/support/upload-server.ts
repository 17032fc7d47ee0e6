import { vi } from 'vitest'
import { problem } from './page'

interface Stored {
  kind: string
  size: number
  fingerprint: string
  body: ArrayBuffer | null
}

/** An in-memory server for uploads, publishing and PATCH; parts arrive by XHR. */
export class UploadServer {
  readonly calls: string[] = []
  readonly uploads = new Map<string, Stored>()
  /** Existing videos. */
  readonly videos = new Set<number>()
  /** Deleted videos that may be restored. */
  readonly trash = new Set<number>()
  readonly patches: unknown[] = []
  /** Bodies of the requests that made new videos. */
  readonly posts: unknown[] = []
  /** Keeps parts pending forever. */
  hold = false
  /** Refusal for opening an upload. */
  refusal: { status: number; detail: string } | null = null

  /** The account that has the session. */
  session: number | null = null
  /** Requests that named an account without the session. */
  readonly refused: string[] = []

  #opened = 0

  constructor() {
    const server = this
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) =>
      server.#answerTo(init.method ?? 'GET', String(input), init),
    )
    vi.stubGlobal(
      'XMLHttpRequest',
      class extends EventTarget {
        readonly upload = new EventTarget()
        status = 200
        responseText = ''
        #path = ''
        open(_: string, path: string) {
          this.#path = path
        }
        setRequestHeader() {}
        abort() {}
        send(body: ArrayBuffer) {
          const id = this.#path.split('/')[3] ?? ''
          server.calls.push(`PUT ${id}`)
          if (server.hold) return
          const upload = server.uploads.get(id)
          if (upload) upload.body = body
          this.responseText = JSON.stringify({ received: Number(this.#path.split('/').at(-1)) })
          queueMicrotask(() => {
            this.dispatchEvent(new Event('load'))
            this.dispatchEvent(new Event('loadend'))
          })
        }
      },
    )
  }

  /** Returns an upload's stored text. */
  async text(id: string): Promise<string> {
    return new TextDecoder().decode(this.uploads.get(id)?.body ?? new ArrayBuffer())
  }

  #answerTo(method: string, path: string, { body, headers }: RequestInit): Response {
    if (path === '/api/auth/me')
      return this.session === null
        ? problem(401, 'unauthenticated', 'Please sign in first.')
        : Response.json({ id: this.session })
    const meant = new Headers(headers).get('x-account')
    if (this.session !== null && meant !== null && meant !== String(this.session)) {
      this.refused.push(`${method} ${path}`)
      return problem(401, 'other_account', "You're signed in to another account.")
    }
    return this.#answer(method, path, body)
  }

  #answer(method: string, path: string, body: unknown): Response {
    const json: unknown = typeof body === 'string' ? JSON.parse(body) : null
    const [, , collection, id = '', action] = path.split('/')
    if (id.startsWith('my-videos')) return Response.json([...this.trash].map((each) => ({ id: each })))
    if (collection === 'videos' && method === 'POST') return this.#publish(json)
    if (collection === 'videos') return this.#patch(Number(id), json)
    if (method === 'POST' && action === 'complete') return this.#complete(id)
    if (method === 'POST') return this.#open(json as Stored)
    this.calls.push(`${method} ${id}`)
    if (method === 'DELETE') {
      this.uploads.delete(id)
      return new Response(null, { status: 204 })
    }
    return this.#view(id)
  }

  #open(input: Stored): Response {
    this.calls.push(`POST ${input.kind}`)
    if (this.refusal) return problem(this.refusal.status, 'conflict', this.refusal.detail)
    const known = [...this.uploads].find(([, each]) => each.fingerprint === input.fingerprint)
    const id = known?.[0] ?? `${input.kind}-${++this.#opened}`
    if (!known) this.uploads.set(id, { ...input, body: null })
    return this.#view(id)
  }

  #view(id: string): Response {
    const upload = this.uploads.get(id)
    if (!upload) return problem(404, 'not_found', 'There is no such upload.')
    const { kind, size, body } = upload
    const received = body ? [1] : []
    return Response.json({ id, kind, size, partSize: size, parts: 1, received, done: false })
  }

  #complete(id: string): Response {
    this.calls.push(`COMPLETE ${id}`)
    const size = this.uploads.get(id)?.size ?? 0
    return Response.json({
      id,
      size,
      contentType: 'video/mp4',
      duration: 60,
      width: 1280,
      height: 720,
      sameAs: null,
    })
  }

  #publish(video: unknown): Response {
    const id = this.posts.push(video)
    this.videos.add(id)
    return Response.json({ id })
  }

  #patch(id: number, files: unknown): Response {
    if (!this.videos.has(id)) return problem(404, 'not_found', 'There is no such video.')
    this.patches.push(files)
    return Response.json({ id })
  }
}
