import { setTimeout as wait } from 'node:timers/promises'

/** A fault for the next request whose path begins with `path`. */
export interface PaymentFault {
  path: string
  /** And whose path ends with this: `/capture`. */
  end?: string
  method?: string
  /** Number of requests affected; 1 by default. */
  times?: number
  /** Delay in milliseconds before anything happens. */
  delay?: number
  /** Makes the change although the answer fails. With a truncated answer it is always made. */
  commit?: boolean
  status?: number
  /** Seconds, in the header that goes with a 429 or 503. */
  retryAfter?: number
  /**
   * Replacement for the answer. `lost`: the connection breaks; `timeout`: nothing ever comes (in-process, the
   * caller's time limit ends at once); `notok`: an explorer's 200 without content; `nonsense`: JSON of
   * another shape.
   */
  answer?: 'lost' | 'timeout' | 'html' | 'empty' | 'truncated' | 'notok' | 'nonsense'
  /** The issue of PayPal's next error. */
  issue?: string
}

type Handle = (request: Request) => Promise<Response>

/** The waiting faults, and their effect on an answer. */
export class Faults {
  private waiting: PaymentFault[] = []

  add(...faults: PaymentFault[]): void {
    for (const fault of faults) {
      if (typeof fault.path !== 'string') throw new Error('A fault needs a path.')
      this.waiting.push({ ...fault })
    }
  }

  clear(): void {
    this.waiting = []
  }

  list(): readonly PaymentFault[] {
    return this.waiting
  }

  async meet(request: Request, handle: Handle): Promise<Response> {
    const fault = this.take(request)
    if (!fault) return handle(request)
    if (fault.delay) await wait(fault.delay)
    if (fault.issue) {
      const headers = new Headers(request.headers)
      headers.set('paypal-mock-response', JSON.stringify({ mock_application_codes: fault.issue }))
      return handle(new Request(request, { headers }))
    }
    const commits = fault.commit ?? (fault.answer === 'truncated' || isOnlySlow(fault))
    const answer = commits ? await handle(request) : null
    if (answer && isOnlySlow(fault)) return answer
    return spoil(fault, answer)
  }

  private take(request: Request): PaymentFault | undefined {
    const path = new URL(request.url).pathname
    const fault = this.waiting.find(
      (one) =>
        path.startsWith(one.path) &&
        path.endsWith(one.end ?? '') &&
        (one.method ?? request.method) === request.method,
    )
    if (!fault) return undefined
    fault.times = (fault.times ?? 1) - 1
    this.waiting = this.waiting.filter((one) => one.times !== 0)
    return fault
  }
}

function isOnlySlow(fault: PaymentFault): boolean {
  return fault.status === undefined && fault.answer === undefined
}

async function spoil(fault: PaymentFault, answer: Response | null): Promise<Response> {
  if (fault.answer === 'lost') throw new TypeError('fetch failed: the connection was lost')
  if (fault.answer === 'timeout') throw new DOMException('The operation timed out', 'TimeoutError')
  const headers = new Headers({ 'content-type': 'application/json' })
  if (fault.retryAfter !== undefined) headers.set('retry-after', String(fault.retryAfter))
  if (fault.answer === 'html') {
    headers.set('content-type', 'text/html')
    return new Response('<html><body><h1>Bad gateway</h1></body></html>', {
      status: fault.status ?? 502,
      headers,
    })
  }
  const status = fault.status ?? answer?.status ?? 200
  if (fault.answer === 'truncated') {
    const text = (await answer?.text()) ?? '{"id":"'
    return new Response(text.slice(0, Math.ceil(text.length / 2)), { status, headers })
  }
  if (fault.answer === 'notok') {
    const body = { status: '0', message: 'NOTOK', result: 'Max rate limit reached' }
    return Response.json(body, { status, headers })
  }
  if (fault.answer === 'nonsense') return Response.json({ unexpected: true }, { status, headers })
  return new Response(null, { status, headers })
}
