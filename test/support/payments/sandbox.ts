import { createPaymentsSandbox, type PaymentsSandbox } from '#dev/sandbox/payments/sandbox'
import { keys as btcpayKeys } from '#processors/btcpay/twin/vars'
import { keys as paypalKeys } from '#processors/paypal/twin/vars'
import { keys as razorpayKeys } from '#processors/razorpay/twin/vars'

export const sandboxOrigin = 'http://sandbox.test'

export interface Asked<Body> {
  status: number
  body: Body
}

interface Call {
  json?: unknown
  headers?: Record<string, string>
}

/**
 * Calls a sandbox as a merchant's server does, signed in to every provider. The clock only moves when a test
 * moves it.
 */
export class Merchant {
  readonly sandbox: PaymentsSandbox
  /** Webhooks that reached the site. */
  readonly delivered: Request[] = []
  private token = ''

  /** `accepts` returns the site's answer to a delivery, or its status. */
  constructor(accepts: () => number | Response = () => 200) {
    const now = Date.now()
    this.sandbox = createPaymentsSandbox({
      now: () => now,
      origin: sandboxOrigin,
      siteOrigin: 'http://site.test',
      deliver: async (request) => {
        this.delivered.push(request)
        const answer = accepts()
        return answer instanceof Response ? answer : new Response(null, { status: answer })
      },
    })
  }

  async start(): Promise<this> {
    await this.sandbox.ready()
    await this.signIn()
    return this
  }

  async signIn(): Promise<void> {
    const { PAYPAL_CLIENT_ID, PAYPAL_SECRET } = paypalKeys
    const response = await this.sandbox.fetch(`${sandboxOrigin}/paypal/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${PAYPAL_CLIENT_ID}:${PAYPAL_SECRET}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    this.token = ((await response.json()) as { access_token: string }).access_token
  }

  /** Calls PayPal's API: `POST /v2/checkout/orders`. */
  paypal<Body>(line: string, call: Call = {}): Promise<Asked<Body>> {
    return this.ask(line, '/paypal', `Bearer ${this.token}`, call)
  }

  razorpay<Body>(line: string, call: Call = {}): Promise<Asked<Body>> {
    const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET } = razorpayKeys
    const authorization = `Basic ${btoa(`${RAZORPAY_KEY_ID}:${RAZORPAY_KEY_SECRET}`)}`
    return this.ask(line, '/razorpay/v1', authorization, call)
  }

  /** Calls BTCPay's API below the store: `POST /invoices`. */
  btcpay<Body>(line: string, call: Call = {}): Promise<Asked<Body>> {
    const { BTCPAY_API_KEY, BTCPAY_STORE_ID } = btcpayKeys
    return this.ask(line, `/btcpay/api/v1/stores/${BTCPAY_STORE_ID}`, `token ${BTCPAY_API_KEY}`, call)
  }

  chain<Body>(line: string, call: Call = {}): Promise<Asked<Body>> {
    return this.ask(line, '/chain', '', call)
  }

  private async ask<Body>(
    line: string,
    base: string,
    authorization: string,
    call: Call,
  ): Promise<Asked<Body>> {
    const [method = 'GET', path = ''] = line.split(' ')
    const response = await this.sandbox.fetch(sandboxOrigin + base + path, {
      method,
      headers: { authorization, 'content-type': 'application/json', ...call.headers },
      ...(method === 'POST' && { body: JSON.stringify(call.json ?? {}) }),
    })
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    return { status: response.status, body: (isJson ? JSON.parse(text) : text) as Body }
  }
}
