import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { isBasicAuth } from '#dev/sandbox/payments/basic-auth'
import type { Clock } from '#dev/sandbox/payments/clock'
import { hexId } from '#dev/sandbox/payments/ids'
import type { Books } from './books.ts'
import type { PayPalWebhooks } from './delivery.ts'
import { mockedError, PayPalError } from './error.ts'
import { readAmount, readOrderInput } from './order-input.ts'
import { searchTransactions } from './reporting.ts'
import type { CaptureResult, RefundStatus } from './state.ts'
import { keys } from './vars.ts'

/** How long request IDs are remembered. */
const replayWindow = 6 * 3600_000

/** Switches for tests. */
export interface Switches {
  /** Seconds that a token lasts. */
  tokenLifetime: number
  /** Results of the next refunds. */
  refunds: RefundStatus[]
  /** Results of the next captures, of any order. */
  captures: CaptureResult[]
}

interface Parts {
  books: Books
  clock: Clock
  switches: Switches
  webhooks: PayPalWebhooks
}

/** PayPal's REST API: https://developer.paypal.com/api/rest/ */
export function paypalApp({ books, clock, switches, webhooks }: Parts): Hono {
  const { views, state } = books
  const app = new Hono()
  app.onError((error, c) => {
    if (!(error instanceof PayPalError)) throw error
    const body = error.body()
    c.header('paypal-debug-id', body.debug_id)
    return c.json(body, error.status)
  })
  app.notFound((c) => c.json(new PayPalError(404, 'INVALID_RESOURCE_ID').body(), 404))

  app.post('/v1/oauth2/token', async (c) => {
    const { PAYPAL_CLIENT_ID, PAYPAL_SECRET } = keys
    if (!isBasicAuth(c.req.header('authorization'), PAYPAL_CLIENT_ID, PAYPAL_SECRET)) {
      return c.json({ error: 'invalid_client', error_description: 'Client Authentication failed' }, 401)
    }
    const form = new URLSearchParams(new TextDecoder().decode(await c.req.arrayBuffer()))
    if (form.get('grant_type') !== 'client_credentials') {
      const error_description = 'unsupported grant_type'
      return c.json({ error: 'unsupported_grant_type', error_description }, 400)
    }
    const token = `A21AA${hexId(40)}`
    state.tokens[token] = clock.now() + switches.tokenLifetime * 1000
    return c.json({
      scope: 'https://uri.paypal.com/services/payments/realtimepayment openid',
      access_token: token,
      token_type: 'Bearer',
      app_id: 'APP-80W284485P519543T',
      expires_in: switches.tokenLifetime,
      nonce: `${new Date(clock.now()).toISOString()}${hexId(20)}`,
    })
  })

  // Another client's: our own gets a page.
  app.get('/sdk/js', (c) => c.text("throw new Error('SDK Validation error: client-id not recognized')", 400))

  app.get('/v1/notifications/certs/:name', (c) => {
    const pem = webhooks.certificate(c.req.param('name'))
    return pem ? c.text(pem) : c.notFound()
  })

  const api = new Hono()
  api.use(async (c, next) => {
    const [scheme, token = ''] = (c.req.header('authorization') ?? '').split(' ')
    if (scheme !== 'Bearer' || !((state.tokens[token] ?? 0) > clock.now())) {
      throw new PayPalError(401, 'AUTHENTICATION_FAILURE')
    }
    const mock = c.req.header('paypal-mock-response')
    if (mock) throw mockedError(mock)
    await next()
  })

  api.post('/v2/checkout/orders', async (c) => {
    const input = readOrderInput(await readJson(c))
    if (input.withSource && !c.req.header('paypal-request-id')) {
      throw new PayPalError(400, 'PAYPAL_REQUEST_ID_REQUIRED')
    }
    return once(c, 201, () => {
      const order = books.createOrder(input)
      return isWhole(c) ? views.order(order) : views.minimalOrder(order)
    })
  })
  api.get('/v2/checkout/orders/:id', (c) => c.json(views.order(books.order(c.req.param('id')))))
  api.post('/v2/checkout/orders/:id/capture', async (c) => {
    await readJson(c)
    const id = c.req.param('id')
    return once(c, 201, () => {
      const result = switches.captures.length > 0 && state.orders[id]?.status === 'APPROVED'
      if (result) state.orders[id]?.next.push(...switches.captures.splice(0, 1))
      const order = books.captureOrder(id)
      return isWhole(c) ? views.capturedOrder(order) : views.minimalOrder(order)
    })
  })
  api.get('/v2/payments/captures/:id', (c) =>
    c.json(views.captureDetail(books.captureById(c.req.param('id')))),
  )
  api.post('/v2/payments/captures/:id/refund', async (c) => {
    const body = await readJson(c)
    const capture = books.captureById(c.req.param('id'))
    const amount = 'amount' in body ? readAmount(body.amount, '/amount') : undefined
    if (amount && amount.currency_code !== capture.amount.currency_code) {
      throw new PayPalError(422, 'REFUND_CAPTURE_CURRENCY_MISMATCH')
    }
    return once(c, 201, () => {
      const refund = books.refund(capture.id, amount?.value, switches.refunds.shift())
      return isWhole(c) ? views.refund(refund) : views.minimalRefund(refund)
    })
  })
  api.get('/v2/payments/refunds/:id', (c) => {
    const refund = state.refunds[c.req.param('id')]
    if (!refund) throw new PayPalError(404, 'INVALID_RESOURCE_ID')
    return c.json(views.refund(refund))
  })
  api.get('/v1/customer/disputes/:id', (c) => {
    const dispute = state.disputes[c.req.param('id')]
    if (!dispute) throw new PayPalError(404, 'INVALID_RESOURCE_ID')
    return c.json(views.dispute(dispute))
  })
  api.get('/v1/reporting/transactions', (c) =>
    c.json(searchTransactions(state, new URL(c.req.url).searchParams)),
  )
  api.post('/v1/notifications/verify-webhook-signature', async (c) => {
    const isTrue = await webhooks.verify(await c.req.text())
    return c.json({ verification_status: isTrue ? 'SUCCESS' : 'FAILURE' })
  })

  /** Replays the answer to a repeated request ID, including definite refusals of the payment. */
  function once(c: Context, status: ContentfulStatusCode, act: () => object): Response {
    const requestId = c.req.header('paypal-request-id')
    const key = requestId && `${new URL(c.req.url).pathname} ${requestId}`
    const old = key ? state.replays[key] : undefined
    if (old && clock.now() - old.at < replayWindow) {
      return c.json(old.body as object, old.status as ContentfulStatusCode)
    }
    const keep = (kept: number, body: object) => {
      if (key) state.replays[key] = { at: clock.now(), status: kept, body }
    }
    try {
      const body = act()
      keep(200, body)
      return c.json(body, status)
    } catch (error) {
      if (error instanceof PayPalError && declines.includes(error.issue)) keep(error.status, error.body())
      throw error
    }
  }

  return app.route('/', api)
}

const declines = ['INSTRUMENT_DECLINED', 'TRANSACTION_REFUSED', 'PAYER_CANNOT_PAY', 'COMPLIANCE_VIOLATION']

function isWhole(c: Context): boolean {
  return /\breturn=representation\b/.test(c.req.header('prefer') ?? '')
}

/** No body at all is an empty object; anything else has to be announced as JSON. */
async function readJson(c: Context): Promise<Record<string, unknown>> {
  const text = await c.req.text()
  if (!/^application\/json\b/.test(c.req.header('content-type') ?? '')) {
    throw new PayPalError(415, 'UNSUPPORTED_MEDIA_TYPE')
  }
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new PayPalError(400, 'MALFORMED_REQUEST_JSON')
  }
}
