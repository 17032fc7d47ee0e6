import { Hono } from 'hono'
import { isBasicAuth } from '#dev/sandbox/payments/basic-auth'
import type { Books } from './books.ts'
import { RazorpayError } from './error.ts'
import { readAmount, readNotes, readOrderInput } from './order-input.ts'
import { collection, type Refund, shown } from './state.ts'
import { transferView } from './transfers.ts'
import { keys } from './vars.ts'

/** Switches for tests: results of the next refunds. */
export interface Switches {
  refunds: Refund['status'][]
}

const longestPage = 100

/** Razorpay's REST API: https://razorpay.com/docs/api/ */
export function razorpayApp(books: Books, switches: Switches): Hono {
  const { state } = books
  const app = new Hono()
  app.onError((error, c) => {
    if (!(error instanceof RazorpayError)) throw error
    return c.json(error.body(), error.status)
  })
  app.notFound((c) => {
    const error = new RazorpayError('The requested URL was not found on the server.')
    return c.json(error.body(), 400)
  })
  app.use(async (c, next) => {
    const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET } = keys
    if (!isBasicAuth(c.req.header('authorization'), RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET)) {
      throw new RazorpayError('Authentication failed', undefined, 401)
    }
    await next()
  })

  app.post('/orders', async (c) => {
    const input = readOrderInput(readJson(await c.req.text()))
    return c.json(shown(books.createOrder(input)))
  })
  app.get('/orders', (c) => {
    const { receipt } = c.req.query()
    const orders = Object.values(state.orders).filter((order) => !receipt || order.receipt === receipt)
    return c.json(collection(page(newestFirst(orders), c.req.query())))
  })
  app.get('/orders/:id', (c) => c.json(shown(books.order(c.req.param('id')))))
  app.get('/orders/:id/payments', (c) => {
    const { id } = books.order(c.req.param('id'))
    const payments = Object.values(state.payments).filter((payment) => payment.order_id === id)
    return c.json(collection(newestFirst(payments)))
  })

  app.get('/payments', (c) => {
    const query = c.req.query()
    const { from = 0, to = Number.MAX_SAFE_INTEGER, virtual_account, va_transaction_id } = query
    const payments = Object.values(state.payments).filter(
      ({ id, created_at }) =>
        created_at >= Number(from) &&
        created_at <= Number(to) &&
        (virtual_account !== '1' || isCredit(id, va_transaction_id)),
    )
    return c.json(collection(page(newestFirst(payments), query)))
  })
  app.get('/payments/:id', (c) => c.json(shown(books.payment(c.req.param('id')))))
  app.post('/payments/:id/capture', async (c) => {
    const body = readJson(await c.req.text())
    const amount = readAmount(body.amount)
    if (body.currency !== 'INR') throw new RazorpayError('The currency field is required.', 'currency')
    return c.json(shown(books.capture(c.req.param('id'), amount)))
  })
  app.post('/payments/:id/refund', async (c) => {
    const key = c.req.header('x-refund-idempotency')
    if (key !== undefined && key.length < 10) {
      throw new RazorpayError('The idempotency key must be at least 10 characters.')
    }
    const old = key && state.refunds[state.replays[key] ?? '']
    if (old) return c.json(shown(old))
    const body = readJson(await c.req.text())
    const refund = books.refund(c.req.param('id'), {
      ...(body.amount !== undefined && { amount: readAmount(body.amount) }),
      ...(typeof body.receipt === 'string' && { receipt: body.receipt }),
      ...(typeof body.speed === 'string' && { speed: body.speed }),
      notes: readNotes(body.notes),
      status: switches.refunds.shift() ?? 'processed',
    })
    if (key) state.replays[key] = refund.id
    return c.json(shown(refund))
  })
  app.get('/payments/:id/refunds', (c) => {
    const { id } = books.payment(c.req.param('id'))
    return c.json(
      collection(newestFirst(Object.values(state.refunds).filter((refund) => refund.payment_id === id))),
    )
  })
  for (const kind of ['upi_transfer', 'bank_transfer'] as const) {
    app.get(`/payments/:id/${kind}`, (c) => {
      const id = c.req.param('id')
      const transfer = Object.values(state.transfers).find(
        (one) => one.payment_id === id && one.kind === kind,
      )
      if (!transfer) throw new RazorpayError('The id provided does not exist')
      return c.json(transferView(transfer))
    })
  }
  app.get('/refunds/:id', (c) => {
    const refund = state.refunds[c.req.param('id')]
    if (!refund) throw new RazorpayError('The id provided does not exist')
    return c.json(shown(refund))
  })
  app.get('/disputes/:id', (c) => {
    const dispute = state.disputes[c.req.param('id')]
    if (!dispute) throw new RazorpayError('The id provided does not exist')
    return c.json(dispute)
  })

  function isCredit(paymentId: string, reference: string | undefined): boolean {
    return Object.values(state.transfers).some(
      (transfer) =>
        transfer.payment_id === paymentId && (!reference || transfer.reference === reference.toUpperCase()),
    )
  }

  return app
}

/** Sorts newest first; within a second, the later entity comes first. */
function newestFirst<Entity extends { created_at: number }>(entities: Entity[]): Entity[] {
  return entities.reverse().sort((one, other) => other.created_at - one.created_at)
}

function page<Entity>(entities: Entity[], query: Record<string, string>): Entity[] {
  const count = Number(query.count ?? 10)
  if (!(count >= 1 && count <= longestPage)) {
    throw new RazorpayError('The count may not be greater than 100.', 'count')
  }
  const skip = Number(query.skip ?? 0)
  return entities.slice(skip, skip + count)
}

function readJson(text: string): Record<string, unknown> {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new RazorpayError('The request body is not valid JSON.')
  }
}
