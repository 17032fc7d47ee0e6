import { Hono } from 'hono'
import { decimal } from '#dev/sandbox/payments/money'
import type { Books } from './books.ts'
import type { Movement, Subscription } from './state.ts'
import { datalinkTime, parseDatalinkTime } from './time.ts'
import { keys } from './vars.ts'

/** Switches for tests. */
export interface Switches {
  /** The result of every call to the subscription management, in place of its own. */
  result: string | null
  /** Results of the next refunds; `lost` makes the refund and answers nothing. */
  refunds: string[]
  /** Fields left out of every status, to test a DataLink that doesn't send them. */
  withheld: string[]
}

const hour = 3600_000
const day = 24 * hour

/** DataLink: https://ccbill.com/doc/ccbill-api-guide and its extract. */
export function datalinkApp(books: Books, switches: Switches): Hono {
  const app = new Hono()
  app.on(['GET', 'POST'], '/utils/subscriptionManagement.cgi', async (c) => {
    const given = await read(c.req.raw)
    const xml = (content: string) =>
      c.body(`<?xml version='1.0' standalone='yes'?>\n<results>${content}</results>\n`, 200, {
        'content-type': 'text/xml',
      })
    const isRefund = /refund/i.test(given.get('action') ?? '')
    const planned = (isRefund && switches.refunds.shift()) || switches.result
    const result = planned === 'lost' ? null : (planned ?? refusal(given, books))
    if (result) return xml(result)
    const sold = books.subscription(given.get('subscriptionId') ?? '')
    const done = manage(books, switches, sold, given.get('action'))
    return planned === 'lost' ? c.body(null, 500) : xml(done)
  })
  app.on(['GET', 'POST'], '/data/main.cgi', async (c) => c.text(extract(books, await read(c.req.raw))))
  return app
}

async function read(request: Request): Promise<URLSearchParams> {
  if (request.method === 'GET') return new URL(request.url).searchParams
  // Read as bytes: within a test, the platform warns about text whose type doesn't say that it is text.
  return new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()))
}

function isSignedIn(given: URLSearchParams): boolean {
  return (
    given.get('username') === keys.CCBILL_DATALINK_USER &&
    given.get('password') === keys.CCBILL_DATALINK_PASSWORD
  )
}

/** Returns the number with which a call is refused, or null. */
function refusal(given: URLSearchParams, books: Books): string | null {
  if (!isSignedIn(given)) return '-7'
  if (given.get('clientAccnum') !== keys.CCBILL_ACCNUM) return '-4'
  if (given.get('usingSubacc') !== keys.CCBILL_SUBACC) return '-4'
  return books.state.subscriptions[given.get('subscriptionId') ?? ''] ? null : '-3'
}

function manage(books: Books, switches: Switches, sold: Subscription, action: string | null): string {
  const id = sold.subscriptionId
  const isBack = sold.refunds + sold.voids + sold.chargebacks + sold.returns > 0
  switch (action) {
    case 'viewSubscriptionStatus':
      return statusOf(books, switches, sold)
    case 'cancelSubscription':
      books.cancel(id)
      return '1'
    case 'refundTransaction':
    case 'voidOrRefundTransaction': {
      if (isBack) return '-7'
      const isUnsettled = books.now() - sold.signedUpAt < day
      books.giveBack(id, action === 'voidOrRefundTransaction' && isUnsettled ? 'voids' : 'refunds')
      return '1'
    }
    default:
      return '-2'
  }
}

function statusOf(books: Books, { withheld }: Switches, sold: Subscription): string {
  const fields = {
    ...(sold.cancelledAt !== null && { cancelDate: datalinkTime(sold.cancelledAt) }),
    chargebacksIssued: sold.chargebacks,
    expirationDate: datalinkTime(sold.expiresAt),
    recurringSubscription: 0,
    refundsIssued: sold.refunds,
    // Shown only where there was one.
    ...(sold.returns > 0 && { returnsIssued: sold.returns }),
    signupDate: datalinkTime(sold.signedUpAt),
    subscriptionStatus: sold.expiresAt > books.now() ? 1 : 0,
    timesRebilled: 0,
    voidsIssued: sold.voids,
  }
  const lines = Object.entries(fields).filter(([name]) => !withheld.includes(name))
  return `\n${lines.map(([name, value]) => `  <${name}>${value}</${name}>\n`).join('')}`
}

/** Returns the lines of at most a day, once per hour; `1` if there are none. */
function extract(books: Books, given: URLSearchParams): string {
  if (!isSignedIn(given)) return 'Error: 02 Failed Login'
  const since = parseDatalinkTime(given.get('startTime') ?? '')
  const until = parseDatalinkTime(given.get('endTime') ?? '')
  if (since === null || until === null || until <= since) return 'Error: Invalid time'
  if (until - since > day) return 'Error: The time range may not exceed 24 hours'
  const { state } = books
  const now = books.now()
  if (state.extractedAt !== null && now - state.extractedAt < hour)
    return 'Error: Only one request is allowed every 60 minutes'
  state.extractedAt = now
  const types = (given.get('transactionTypes') ?? '').split(',')
  const lines = state.movements
    .filter(({ type, at }) => types.includes(type) && at >= since && at <= until)
    .map((movement) => lineOf(movement, books.subscription(movement.subscriptionId)))
  return lines.length > 0 ? `${lines.join('\n')}\n` : '1'
}

/**
 * Returns a line of the extract. A new sale's has a buyer and a password in it; no line has a currency or the
 * fields passed through.
 */
function lineOf({ type, at, amountMinor }: Movement, { subscriptionId, periodDays }: Subscription): string {
  const { CCBILL_ACCNUM, CCBILL_SUBACC } = keys
  const amount = decimal(amountMinor)
  const buyer = [
    'Sam',
    'Buyer, Jr.',
    'sambuyer',
    'sams-password',
    '1 Private Road',
    'Springfield',
    'AZ',
    '85001',
    'US',
    'sam.buyer@example.com',
    'none',
    '1',
  ]
  const rest = type === 'NEW' ? [...buyer, amount, String(periodDays), '0.00', '0', '0'] : [amount]
  const values = [type, CCBILL_ACCNUM, CCBILL_SUBACC, subscriptionId, datalinkTime(at), ...rest]
  return values.map((value) => `"${value}"`).join(',')
}
