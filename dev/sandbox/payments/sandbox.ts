import { Hono } from 'hono'
import { Btcpay } from '#processors/btcpay/twin/index'
import { type BtcpayState, emptyBtcpay } from '#processors/btcpay/twin/state'
import { CCBill } from '#processors/ccbill/twin/index'
import { type CCBillState, emptyCCBill } from '#processors/ccbill/twin/state'
import { PayPalWebhooks } from '#processors/paypal/twin/delivery'
import { PayPal } from '#processors/paypal/twin/index'
import { emptyPayPal, type PayPalState } from '#processors/paypal/twin/state'
import { Razorpay } from '#processors/razorpay/twin/index'
import { emptyRazorpay, type RazorpayState } from '#processors/razorpay/twin/state'
import { Verotel } from '#processors/verotel/twin/index'
import { emptyVerotel, type VerotelState } from '#processors/verotel/twin/state'
import { buyersApp } from './buyers.ts'
import { Chain } from './chain/index.ts'
import { type ChainState, emptyChains } from './chain/state.ts'
import { Clock } from './clock.ts'
import { Faults, type PaymentFault } from './faults.ts'
import { Webhooks } from './webhooks/index.ts'
import { Outbox, type WebhookEvent } from './webhooks/outbox.ts'

/** Plain data: the sandbox's whole state of orders and money. */
export interface SandboxState {
  paypal: PayPalState
  razorpay: RazorpayState
  btcpay: BtcpayState
  verotel: VerotelState
  ccbill: CCBillState
  chain: ChainState
  events: WebhookEvent[]
}

interface Options {
  /** URL of the sandbox, with a path for each provider below it. */
  origin: string
  /** Where the webhooks go. */
  siteOrigin: string
  deliver: (request: Request) => Promise<Response>
  now?: () => number
  /** The providers' pages and scripts. */
  page?: (url: URL) => Promise<Response | null>
  state?: SandboxState
}

/** Enough for a test to read back, small enough to leave a sandbox running for days. */
const callsKept = 500

export interface SeenCall {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

/**
 * Payment providers and chains, faithful to their APIs. Runs inside a test in place of `fetch`, and behind
 * the local server. Await `ready()` first.
 */
export class PaymentsSandbox {
  readonly clock: Clock
  readonly faults = new Faults()
  readonly paypal: PayPal
  readonly razorpay: Razorpay
  readonly btcpay: Btcpay
  readonly verotel: Verotel
  readonly ccbill: CCBill
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
  private readonly signer: PayPalWebhooks

  constructor({ origin, siteOrigin, deliver, now = Date.now, page, state }: Options) {
    this.origin = origin
    this.page = page ?? (async () => null)
    this.clock = new Clock(now)
    this.state = state ?? {
      paypal: emptyPayPal(),
      razorpay: emptyRazorpay(),
      btcpay: emptyBtcpay(),
      verotel: emptyVerotel(),
      ccbill: emptyCCBill(),
      chain: emptyChains(),
      events: [],
    }
    const outbox = new Outbox(this.state.events)
    const shared = { clock: this.clock, outbox }
    const base = `${origin}/paypal`
    this.signer = new PayPalWebhooks(base, this.clock)
    this.paypal = new PayPal({ ...shared, base, state: this.state.paypal, webhooks: this.signer })
    this.razorpay = new Razorpay({ ...shared, state: this.state.razorpay })
    this.btcpay = new Btcpay({ ...shared, base: `${origin}/btcpay`, state: this.state.btcpay })
    this.verotel = new Verotel({ ...shared, base: `${origin}/verotel`, state: this.state.verotel })
    this.ccbill = new CCBill({ ...shared, state: this.state.ccbill, siteOrigin })
    this.chain = new Chain(this.state.chain, this.clock)
    this.webhooks = new Webhooks({
      siteOrigin,
      outbox,
      deliver,
      clock: this.clock,
      paypal: this.signer,
      unanswered: (event) => {
        if (event.provider === 'verotel') this.verotel.unanswered(event)
      },
    })
    this.app.route('/', buyersApp(this.paypal, this.razorpay, this.btcpay))
    // Mounted, not routed: each answers "not found" in its own way.
    this.app.mount('/paypal', this.paypal.app.fetch)
    this.app.mount('/razorpay/v1', this.razorpay.app.fetch)
    this.app.mount('/btcpay', this.btcpay.app.fetch)
    this.app.mount('/verotel', this.verotel.app.fetch)
    this.app.mount('/ccbill', this.ccbill.app.fetch)
    this.app.mount('/chain', this.chain.app.fetch)
  }

  /** Generates the signing keys. */
  ready(): Promise<void> {
    return this.signer.ready()
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
