import { type Context, Hono } from 'hono'
import { decimal } from '#dev/sandbox/payments/money'
import type { Books } from './books.ts'
import { BtcpayError, InputError, missingPermission } from './error.ts'
import { readAmount, readCurrency, readInvoiceInput } from './invoice-input.ts'
import { type Invoice, sum } from './state.ts'
import { keys } from './vars.ts'
import { invoiceView, methodsView, payoutsView, pullView } from './views.ts'

export const permissions = [
  'btcpay.store.cancreateinvoice',
  'btcpay.store.canviewinvoices',
  'btcpay.store.cancreatenonapprovedpullpayments',
  'btcpay.store.canviewpullpayments',
] as const
export type Permission = (typeof permissions)[number]

/** Switches for tests: the key's permissions. */
export interface Switches {
  permissions: readonly Permission[]
}

/** Greenfield, the server's REST API: https://docs.btcpayserver.org/API/Greenfield/v1/ */
export function btcpayApp(base: string, books: Books, switches: Switches): Hono {
  const app = new Hono()
  app.onError((error, c) => {
    if (!(error instanceof BtcpayError)) throw error
    return c.json(error.body(), error.status)
  })

  // Anyone with a refund's link may see it.
  app.get('/api/v1/pull-payments/:id', (c) => c.json(pullView(base, books.pullPayment(c.req.param('id')))))
  app.get('/api/v1/pull-payments/:id/payouts', (c) =>
    c.json(payoutsView(books.pullPayment(c.req.param('id')))),
  )

  const store = new Hono<{ Variables: { storeId: string } }>()
  store.use(async (c, next) => {
    if (c.req.header('authorization') !== `token ${keys.BTCPAY_API_KEY}`) {
      const message = 'Authentication is required for accessing this endpoint'
      throw new BtcpayError(401, 'unauthenticated', message)
    }
    await next()
  })

  store.post('/invoices', async (c) => {
    allow(c, 'btcpay.store.cancreateinvoice')
    return c.json(invoiceView(base, books.create(readInvoiceInput(await readJson(c)))))
  })
  store.get('/invoices', (c) => {
    allow(c, 'btcpay.store.canviewinvoices')
    const orders = c.req.queries('orderId')
    const { startDate = '0', endDate = String(Number.MAX_SAFE_INTEGER), skip = '0', take } = c.req.query()
    if (Number(startDate) > Number(endDate)) {
      throw new InputError('startDate', 'startDate should not be above endDate')
    }
    const found = books
      .invoices()
      .filter(
        ({ metadata, createdAt }) =>
          (!orders || orders.includes(String(metadata.orderId))) &&
          createdAt >= Number(startDate) * 1000 &&
          createdAt <= Number(endDate) * 1000,
      )
      .reverse()
      .sort((one, other) => other.createdAt - one.createdAt)
    const end = take === undefined ? undefined : Number(skip) + Number(take)
    return c.json(found.slice(Number(skip), end).map((invoice) => invoiceView(base, invoice)))
  })
  store.get('/invoices/:id', (c) => {
    allow(c, 'btcpay.store.canviewinvoices')
    return c.json(invoiceView(base, books.invoice(c.req.param('id'))))
  })
  store.get('/invoices/:id/payment-methods', (c) => {
    allow(c, 'btcpay.store.canviewinvoices')
    const accountedOnly = c.req.query('onlyAccountedPayments') !== 'false'
    return c.json(methodsView(books.invoice(c.req.param('id')), accountedOnly))
  })
  store.post('/invoices/:id/refund', async (c) => {
    allow(c, 'btcpay.store.cancreatenonapprovedpullpayments')
    const invoice = books.invoice(c.req.param('id'))
    return c.json(pullView(base, books.pull(readRefund(invoice, await readJson(c)))))
  })
  store.get('/pull-payments', (c) => {
    allow(c, 'btcpay.store.canviewpullpayments')
    const withArchived = c.req.query('includeArchived') === 'true'
    const pulls = Object.values(books.state.pullPayments).filter(({ archived }) => withArchived || !archived)
    return c.json(pulls.map((pull) => pullView(base, pull)))
  })

  /** A key is for one store: any other is as closed as a missing one. */
  function allow(c: Context, permission: Permission): void {
    const isOurs = c.req.param('storeId') === keys.BTCPAY_STORE_ID
    if (!isOurs || !switches.permissions.includes(permission)) throw missingPermission(permission)
  }

  return app.route('/api/v1/stores/:storeId', store)
}

function readRefund(invoice: Invoice, body: Record<string, unknown>) {
  const { status, additionalStatus, currency } = invoice
  const isPaid = additionalStatus === 'PaidLate' || additionalStatus === 'PaidPartial'
  if (status !== 'Settled' && status !== 'Invalid' && !(status === 'Expired' && isPaid)) {
    throw new BtcpayError(400, 'non-refundable', 'Cannot refund this invoice')
  }
  const { refundVariant, customAmount, customCurrency, name, description } = body
  const texts = {
    name: typeof name === 'string' ? name : `Refund ${invoice.id}`,
    description: typeof description === 'string' ? description : '',
  }
  if (refundVariant === 'Fiat') return { ...texts, currency, amount: decimal(sum(invoice, ['Settled'])) }
  if (refundVariant !== 'Custom') throw new InputError('RefundVariant', '`refundVariant` is mandatory')
  const minor = readAmount('CustomAmount', customAmount)
  if (minor <= 0) throw new InputError('CustomAmount', 'Amount must be greater than 0')
  return { ...texts, currency: readCurrency(customCurrency), amount: decimal(minor) }
}

async function readJson(c: Context): Promise<Record<string, unknown>> {
  if (!/^application\/json\b/.test(c.req.header('content-type') ?? '')) {
    throw new BtcpayError(415, 'unsupported-media-type', 'The content has to be JSON')
  }
  try {
    return (await c.req.json()) as Record<string, unknown>
  } catch {
    throw new InputError('', 'The body is not valid JSON')
  }
}
