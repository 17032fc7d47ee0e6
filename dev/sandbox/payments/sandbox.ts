import { Hono } from 'hono'
import { type ProcessorId, processorIds } from '#contract/values/payments/processors'
import { type TwinStates, type Twins, twinKinds } from '#processors/twins'
import { Chain } from './chain/index.ts'
import { type ChainState, emptyChains } from './chain/state.ts'
import { Clock } from './clock.ts'
import { Faults, type PaymentFault } from './faults.ts'
import type { Twin, TwinParts } from './twin.ts'
import { Webhooks } from './webhooks/index.ts'
import { Outbox, type WebhookEvent } from './webhooks/outbox.ts'

/** Plain data: the sandbox's whole state of orders and money. */
export interface SandboxState extends TwinStates {
  chain: ChainState
  events: WebhookEvent[]
}

export function emptyState(): SandboxState {
  const books = processorIds.map((id) => [id, twinKinds[id].empty()])
  return { ...(Object.fromEntries(books) as TwinStates), chain: emptyChains(), events: [] }
}

interface Options {
  /** URL of the sandbox, with a path for each provider below it. */
  origin: string
  /** Origin that the webhooks are sent to. */
  siteOrigin: string
  deliver: (request: Request) => Promise<Response>
  now?: () => number
  /** The providers' pages and scripts. */
  page?: (url: URL) => Promise<Response | null>
  /** The state of an earlier run, which may lack processors added since. */
  state?: Partial<SandboxState>
}

/** Enough for a test to read back, small enough to leave a sandbox running for days. */
const callsKept = 500

export interface SeenCall {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

/** Each processor is there by its ID, as `sandbox.paypal`. */
export type PaymentsSandbox = Sandbox & Twins

/**
 * Creates payment providers and chains, faithful to their APIs. They run inside a test in place of `fetch`, and behind the
 * local server. Await `ready()` first.
 */
export function createPaymentsSandbox(options: Options): PaymentsSandbox {
  const sandbox = new Sandbox(options)
  return Object.assign(sandbox, sandbox.twins)
}

/** Returns whether a path of the sandbox's server belongs to payments. */
export function isOfPayments(path: string): boolean {
  return [...processorIds, 'chain'].some((id) => path === `/${id}` || path.startsWith(`/${id}/`))
}

class Sandbox {
  readonly clock: Clock
  readonly faults = new Faults()
  readonly twins: Twins
  readonly chain: Chain
  readonly webhooks: Webhooks
  readonly state: SandboxState
  /** Requests received, in order. */
  readonly calls: SeenCall[] = []
  /** Requests to anywhere else: they fail like an unreachable host. */
  readonly strays: string[] = []
  private readonly origin: string
  private readonly page: (url: URL) => Promise<Response | null>
  private readonly app = new Hono()

  constructor({ origin, siteOrigin, deliver, now = Date.now, page, state }: Options) {
    this.origin = origin
    this.page = page ?? (async () => null)
    this.clock = new Clock(now)
    this.state = { ...emptyState(), ...state }
    const outbox = new Outbox(this.state.events)
    const created = processorIds.map((id) => [
      id,
      createTwin(id, {
        siteOrigin,
        outbox,
        clock: this.clock,
        base: `${origin}/${id}`,
        state: this.state[id],
      }),
    ])
    this.twins = Object.fromEntries(created) as Twins
    this.chain = new Chain(this.state.chain, this.clock)
    this.webhooks = new Webhooks({ siteOrigin, outbox, deliver, clock: this.clock, twins: this.twins })
    // Mounted, not routed: each answers "not found" in its own way.
    for (const id of processorIds) this.app.mount(`/${id}`, this.twins[id].app.fetch)
    this.app.mount('/chain', this.chain.app.fetch)
  }

  /** Generates the signing keys. */
  async ready(): Promise<void> {
    const twins: Twin[] = Object.values(this.twins)
    await Promise.all(twins.map((twin) => twin.ready?.()))
  }

  /** Adds faults for the next requests of a path, in the order given. */
  fail(...faults: PaymentFault[]): void {
    this.faults.add(...faults)
  }

  /** Replaces the global `fetch`, including the caller's signal. */
  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (url.origin !== this.origin) {
      this.strays.push(request.url)
      throw new TypeError(`fetch failed: nobody answers at ${url.origin}`)
    }
    return untilAborted(this.answer(request), init?.signal ?? request.signal)
  }

  private async answer(request: Request): Promise<Response> {
    const url = new URL(request.url)
    this.calls.push({
      method: request.method,
      path: url.pathname + url.search,
      headers: Object.fromEntries(request.headers),
      body: new TextDecoder().decode(await request.clone().arrayBuffer()),
    })
    if (this.calls.length > callsKept) this.calls.shift()
    return this.faults.meet(request, async (one) => (await this.page(url)) ?? this.app.fetch(one))
  }
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
    work.then(resolve, reject)
  })
}

function createTwin<Id extends ProcessorId>(id: Id, parts: TwinParts<TwinStates[Id]>): Twin {
  return twinKinds[id].create(parts)
}
