import { exports } from 'cloudflare:workers'
import type { Problem } from '#contract/values/shared/errors'

/** A browser's view of the worker: keeps its cookies, and has an IP address of its own. */
export class TestClient {
  private readonly cookies = new Map<string, string>()
  /** For limits per IP address. */
  readonly address: string
  /** Sets the worker's clock; null keeps the real one. */
  now: number | null = null

  constructor(options: { ageVerified?: boolean; address?: string } = {}) {
    const bytes = crypto.getRandomValues(new Uint8Array(3))
    this.address = options.address ?? `10.${bytes.join('.')}`
    if (options.ageVerified !== false) this.cookies.set('age_verified', '1')
  }

  async request(
    method: string,
    path: string,
    init: { json?: unknown; body?: BodyInit; headers?: HeadersInit; withoutMetadata?: boolean } = {},
  ) {
    const headers = new Headers({
      'cf-connecting-ip': this.address,
      'user-agent': 'Mozilla/5.0 (test)',
    })
    // Old browsers and programs send none.
    if (!init.withoutMetadata) headers.set('sec-fetch-site', 'same-origin')
    if (this.cookies.size > 0) {
      headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    }
    if (this.now !== null) headers.set('x-test-now', String(this.now))
    if (init.json !== undefined) headers.set('content-type', 'application/json')
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
    const body = init.json === undefined ? init.body : JSON.stringify(init.json)
    const response = await this.send(
      new Request(`http://localhost:8787${path}`, {
        method,
        headers,
        redirect: 'manual',
        ...(body !== undefined && { body }),
      }),
    )
    this.keepCookies(response)
    return response
  }

  protected send(request: Request): Promise<Response> {
    return exports.default.fetch(request)
  }

  /** Copies the browser with its cookies, for requests that must not change them here. */
  copy(): TestClient {
    const copy = new TestClient()
    copy.cookies.clear()
    for (const [name, value] of this.cookies) copy.cookies.set(name, value)
    copy.now = this.now
    return copy
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(name)
  }

  /** Forgets a cookie, as a browser does with an expired one. */
  dropCookie(name: string): void {
    this.cookies.delete(name)
  }

  setCookie(name: string, value: string): void {
    this.cookies.set(name, value)
  }

  get(path: string, headers?: HeadersInit) {
    return this.request('GET', path, headers ? { headers } : {})
  }

  /** Returns the response body as JSON, for tests that know its type. */
  async json<T>(method: string, path: string, json?: unknown): Promise<T> {
    const response = await this.request(method, path, json === undefined ? {} : { json })
    return (await response.json()) as T
  }

  private keepCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}

/** Returns the body of a refusal; throws when it isn't a complete problem document. */
export async function problemOf(response: Response): Promise<Problem> {
  const problem = await response.json<Problem>()
  const { type, title, detail, code } = problem
  const isWhole = [type, title, detail, code].every((text) => typeof text === 'string' && text !== '')
  const contentType = response.headers.get('content-type')
  if (!isWhole || problem.status !== response.status || contentType !== 'application/problem+json') {
    throw new Error(`Not a problem: ${response.status} ${contentType} ${JSON.stringify(problem)}`)
  }
  return problem
}

/** Returns a response's D1 cost from Server-Timing. */
export function d1Cost(response: Response) {
  const text = response.headers.get('server-timing') ?? ''
  const numberOf = (name: string) => {
    const [, digits] = new RegExp(`\\b${name}=(\\d+)`).exec(text) ?? []
    if (digits === undefined) throw new Error('The answer does not say its cost')
    return Number(digits)
  }
  return {
    queries: numberOf('queries'),
    trips: numberOf('trips'),
    rowsRead: numberOf('rows_read'),
    rowsWritten: numberOf('rows_written'),
  }
}
