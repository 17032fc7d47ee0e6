import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AdminPayment, AdminPaymentDetail, PaymentAlert } from '#contract/schemas/payments/payments'
import { paymentProviders } from '#contract/values/payments/payments'
import { auditLog, disputes, ledger, paymentAlerts, paymentRefs, payOrders } from '#db/schema'
import { csvLine } from '#test/support/csv'
import { randomId } from '#worker/storage/keys'
import { d1Cost, problemOf, type TestClient } from '../../support/client'
import { makePayment, makeTerm, makeUser, signInAs, testDb } from '../../support/factories'

let admin: TestClient
let adminId: number
beforeAll(async () => {
  const account = await makeUser({ isAdmin: true })
  adminId = account.id
  admin = await signInAs(account)
})

function search(query: Record<string, string>) {
  return admin.json<AdminPayment[]>('GET', `/api/admin/payments?${new URLSearchParams(query)}`)
}

async function idsOf(query: Record<string, string>) {
  return (await search(query)).map(({ id }) => id)
}

/** A provider without an API for records. */
const bank = { provider: 'bank', method: 'upi' } as const

async function makeOrder(userId: number) {
  const id = randomId()
  const providerOrderId = `ORDER-${id}`
  const order = { id, userId, provider: 'paypal', providerOrderId, plan: 'monthly', currency: 'USD' } as const
  const terms = {
    amountMinor: 1499,
    periodDays: 30,
    termsVersion: 1,
    consentAt: 5,
    createdAt: 5,
    expiresAt: 9,
  }
  await testDb()
    .insert(payOrders)
    .values({ ...order, ...terms })
  return { id, providerOrderId }
}

describe('the search for payments', () => {
  it('finds one by everything that names it', async () => {
    const { id: userId, username } = await makeUser()
    const order = await makeOrder(userId)
    const payment = await makePayment(userId, { orderId: order.id })
    const other = await makePayment((await makeUser()).id)
    const digits = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte % 10).join('')
    const hash = crypto.randomUUID().replaceAll('-', '').repeat(2)
    await testDb()
      .insert(paymentRefs)
      .values([
        { kind: 'rrn', ref: digits, paymentId: payment.id },
        { kind: 'bank_transaction', ref: `IK${digits}`, paymentId: payment.id },
        { kind: 'transaction', ref: hash, paymentId: payment.id },
      ])
    for (const q of [
      username,
      username.toUpperCase(),
      `${username}@example.com`,
      `${username}@EXAMPLE.com`,
      ` ${username} `,
      payment.id,
      payment.providerPaymentId,
      order.id,
      order.providerOrderId,
      digits,
      digits.replace(/^(....)(....)/, '$1 $2-'),
      `ik${digits}`,
      hash,
      `0x${hash.toUpperCase()}`,
    ])
      expect(await idsOf({ q }), q).toEqual([payment.id])
    expect(await idsOf({ q: other.id })).toEqual([other.id])
  })

  it.each(['nobody', "' or 1=1 --", '%', '_', 'CAPTURE-', '0x', ' - '])('finds nothing for %j', async (q) => {
    await makePayment((await makeUser()).id)
    expect(await search({ q })).toEqual([])
  })

  it('finds all payments of an account, and those of one status', async () => {
    const { id, username } = await makeUser()
    const first = await makePayment(id, { providerCreatedAt: 1000 })
    const failed = await makePayment(id, { providerCreatedAt: 2000, status: 'failed', statusRank: 2 })
    const last = await makePayment(id, { providerCreatedAt: 3000 })
    expect(await idsOf({ q: username })).toEqual([last.id, failed.id, first.id])
    expect(await idsOf({ q: username, status: 'failed' })).toEqual([failed.id])
    const failures = await search({ status: 'failed', limit: '50' })
    expect(failures.every(({ status }) => status === 'failed')).toBe(true)
  })

  it('says whose a payment is, what it came to, and whether it was granted', async () => {
    const { id, username } = await makeUser()
    const payment = await makeTerm(id, Date.now())
    await makePayment(id)
    const [, granted] = await search({ q: username })
    expect(granted).toMatchObject({
      id: payment.id,
      user: { id, username },
      provider: 'paypal',
      amountText: '$14.99',
      refundedMinor: 0,
      status: 'captured',
      granted: true,
    })
    const orphan = await makePayment(null)
    expect(await search({ q: orphan.id })).toMatchObject([{ user: null, granted: false }])
  })
})

describe('the list of payments', () => {
  const far = Date.UTC(2100, 0, 1)
  let mine: string[] = []
  beforeAll(async () => {
    const { id } = await makeUser()
    // Two payments of each millisecond, which are ordered by ID.
    const made = await Promise.all(
      Array.from({ length: 130 }, (_, at) =>
        makePayment(id, { providerCreatedAt: far + Math.floor(at / 2) }),
      ),
    )
    mine = made
      .toSorted((a, b) => b.providerCreatedAt - a.providerCreatedAt || (a.id < b.id ? 1 : -1))
      .map((payment) => payment.id)
  })

  it.each(['desc', 'asc'])('pages through everything once, by date (%s)', async (order) => {
    const seen: string[] = []
    let path: string | undefined = `/api/admin/payments?limit=24&order=${order}`
    while (path) {
      const response: Response = await admin.get(path)
      seen.push(...(await response.json<AdminPayment[]>()).map(({ id }) => id))
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
      expect(d1Cost(response).rowsRead).toBeLessThanOrEqual(25 * 3)
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter((id) => mine.includes(id))).toEqual(order === 'asc' ? mine.toReversed() : mine)
  })

  it('reads a few rows for each row shown, whatever is asked', async () => {
    const { id, username } = await makeUser()
    const payment = await makePayment(id)
    for (const query of [
      'limit=24&status=captured',
      `q=${username}`,
      `q=${username}&status=captured`,
      `q=${payment.id}`,
    ]) {
      const response = await admin.get(`/api/admin/payments?${query}`)
      const shown = (await response.json<AdminPayment[]>()).length
      expect(shown).toBeGreaterThan(0)
      // An ID is looked up once for each provider.
      expect(d1Cost(response).rowsRead, query).toBeLessThanOrEqual(16 + paymentProviders.length + 3 * shown)
    }
  })

  it('refuses a cursor that is none', async () => {
    expect((await problemOf(await admin.get('/api/admin/payments?cursor=abc'))).status).toBe(400)
  })
})

describe('the detail of a payment', () => {
  it('tells its whole history, oldest first, and who did what', async () => {
    const { id } = await makeUser()
    const order = await makeOrder(id)
    const payment = await makeTerm(id, Date.now() + 1000, 'monthly', bank)
    const db = testDb()
    const movement = { paymentId: payment.id, currency: 'USD' }
    const at = payment.providerCreatedAt
    await db.batch([
      db.insert(ledger).values([
        {
          ...movement,
          kind: 'charge',
          amountMinor: 1499,
          providerRef: payment.providerPaymentId,
          at: at - 1,
        },
        { ...movement, kind: 'refund', amountMinor: -500, providerRef: `REFUND-${payment.id}`, at: at + 3 },
      ]),
      db.insert(disputes).values({
        provider: 'paypal',
        disputeId: `PP-${payment.id}`,
        paymentId: payment.id,
        stage: 'chargeback',
        status: 'open',
        updatedAt: at + 2,
      }),
      db.insert(auditLog).values({
        at: at + 4,
        action: 'payment.refund',
        subject: 'payment',
        subjectId: payment.id,
        reason: 'Asked for it',
        details: JSON.stringify({ amountMinor: 500, currency: 'USD', key: 'refund-key' }),
        requestId: 'test',
      }),
    ])
    const detail = await admin.json<AdminPaymentDetail>('GET', `/api/admin/payments/${payment.id}`)
    expect(detail.order).toBeNull()
    expect(detail.history.map(({ text }) => text)).toEqual([
      `Received $14.99 (${payment.providerPaymentId})`,
      '30 days of premium added: test',
      `Dispute PP-${payment.id}, chargeback, open`,
      `Returned $5 (REFUND-${payment.id})`,
      'Refund of $5 asked for by the system: Asked for it',
    ])
    const ordered = await makePayment(id, { ...bank, orderId: order.id })
    const other = await admin.json<AdminPaymentDetail>('GET', `/api/admin/payments/${ordered.id}`)
    expect(other.order).toEqual({
      id: order.id,
      status: 'created',
      createdAt: new Date(5).toISOString(),
      termsVersion: 1,
      consentAt: new Date(5).toISOString(),
    })
    expect(other.history).toEqual([])
  })

  it('is 404 for a payment that never was', async () => {
    expect((await problemOf(await admin.get(`/api/admin/payments/${randomId()}`))).status).toBe(404)
  })
})

describe('alerts', () => {
  async function makeAlert(text: string): Promise<number> {
    const [row] = await testDb()
      .insert(paymentAlerts)
      .values({ dedupeKey: randomId(), kind: 'ungranted', text, at: Date.now() })
      .returning({ id: paymentAlerts.id })
    return row?.id ?? 0
  }

  it('are listed newest first until somebody resolves them, once and on record', async () => {
    const [older, newer] = [await makeAlert('Older.'), await makeAlert('Newer.')]
    const open = await admin.json<PaymentAlert[]>('GET', '/api/admin/payment-alerts')
    expect(open.map(({ id }) => id)).toEqual([newer, older])
    for (let time = 0; time < 2; time += 1) {
      const response = await admin.request('POST', `/api/admin/payment-alerts/${newer}/resolve`)
      expect(response.status).toBe(204)
    }
    const left = await admin.json<PaymentAlert[]>('GET', '/api/admin/payment-alerts')
    expect(left.map(({ id }) => id)).toEqual([older])
    const entries = await testDb().select().from(auditLog).where(eq(auditLog.action, 'payment-alert.resolve'))
    expect(entries).toMatchObject([{ subject: 'payment-alert', subjectId: String(newer) }])
  })

  it('that never were are 404', async () => {
    const response = await admin.request('POST', '/api/admin/payment-alerts/999999/resolve')
    expect((await problemOf(response)).status).toBe(404)
  })
})

describe('the input', () => {
  it.each([
    [{}, 'reason'],
    [{ reason: 'x' }, 'reason'],
    [{ reason: 'Fine', amountMinor: 0 }, 'amountMinor'],
    [{ reason: 'Fine', amountMinor: -5 }, 'amountMinor'],
    [{ reason: 'Fine', amountMinor: 1.5 }, 'amountMinor'],
    [{ reason: 'Fine', currency: 'INR' }, 'currency'],
  ])('of a refund is refused: %j', async (json, path) => {
    const { id } = await makePayment((await makeUser()).id)
    const { status, errors } = await problemOf(
      await admin.request('POST', `/api/admin/payments/${id}/refund`, { json }),
    )
    expect([status, errors?.[0]?.path]).toEqual([400, path])
  })
})

describe('the statement of a month', () => {
  const at = Date.UTC(2031, 4, 31, 23, 59, 59)
  const statement = (month: string, client = admin) => client.get(`/api/admin/payment-statements/${month}`)

  it('has each movement of the month, with amounts that a spreadsheet adds up, and no formula', async () => {
    const user = await makeUser()
    // A random ID may also begin like a formula.
    const [id, coinsId] = [`a${randomId()}`, `b${randomId()}`]
    const payment = await makePayment(user.id, { id, providerPaymentId: '=HYPERLINK("https://x","y")' })
    const coins = await makePayment(user.id, {
      id: coinsId,
      provider: 'chain',
      method: 'ETH',
      currency: 'ETH',
      amountMinor: null,
      amountAtomic: '7000000000000001',
    })
    const entry = { paymentId: payment.id, currency: 'USD', at }
    await testDb()
      .insert(ledger)
      .values([
        { ...entry, kind: 'charge', amountMinor: 1499, providerRef: randomId(), at: at + 1000 },
        { ...entry, kind: 'charge', amountMinor: 1499, providerRef: 'in-may' },
        { ...entry, kind: 'refund', amountMinor: -500, providerRef: 'back' },
        {
          ...entry,
          paymentId: coins.id,
          currency: 'ETH',
          kind: 'charge',
          amountAtomic: '7000000000000001',
          providerRef: 'chain',
        },
      ])
    const note = { action: 'payment.refund', subject: 'payment', subjectId: payment.id, requestId: 'r', at }
    await testDb()
      .insert(auditLog)
      .values([
        { ...note, reason: 'Another one', details: '{"amountMinor":400}' },
        { ...note, reason: 'Twice, "by mistake"', details: '{"amountMinor":500}' },
      ])
    const response = await statement('2031-05')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="payments-2031-05.csv"')
    const lines = (await response.text()).split('\r\n')
    const own = `'=HYPERLINK(""https://x"",""y"")`
    const [time, paypal, chain] = [
      '2031-05-31 23:59:59',
      ['PayPal', 'PayPal'],
      ['Blockchain', 'Crypto (Ethereum)'],
    ]
    const who = ['monthly', user.id, user.username]
    expect(lines.slice(1)).toEqual([
      csvLine(time, 'Charge', '14.99', 'USD', ...paypal, ...who, payment.id, own, '', 'in-may', ''),
      csvLine(
        time,
        'Refund',
        '-5.00',
        'USD',
        ...paypal,
        ...who,
        payment.id,
        own,
        '',
        'back',
        'Twice, ""by mistake""',
      ),
      csvLine(
        ...[time, 'Charge', '0.007000000000000001', 'ETH', ...chain, ...who],
        ...[coins.id, coins.providerPaymentId, '', 'chain', ''],
      ),
      '',
    ])
    const logged = await testDb().select().from(auditLog).where(eq(auditLog.subjectId, '2031-05'))
    expect(logged).toMatchObject([{ actorId: adminId, action: 'payment.export', subject: 'payments' }])
  })

  it('goes through more pages than one, each movement once', async () => {
    const payment = await makePayment(null)
    const first = Date.UTC(2032, 0, 1)
    const rows = Array.from({ length: 1001 }, (_, index) => ({
      paymentId: payment.id,
      kind: 'charge' as const,
      currency: 'USD',
      amountMinor: 100,
      // Many of the same time, so that pages end between them.
      providerRef: `bulk-${index}`,
      at: first + Math.floor(index / 300),
    }))
    for (let index = 0; index < rows.length; index += 10) {
      await testDb()
        .insert(ledger)
        .values(rows.slice(index, index + 10))
    }
    const lines = (await (await statement('2032-01')).text()).trimEnd().split('\r\n')
    expect(new Set(lines).size).toBe(1002)
    expect(lines).toHaveLength(1002)
  })

  it('is for one real month, and for administrators who typed their password lately', async () => {
    expect((await statement('2031-13')).status).toBe(400)
    expect((await statement('2031-5')).status).toBe(400)
    const late = await signInAs(await makeUser({ isAdmin: true }))
    late.now = Date.now() + 3600_000
    const refused = await statement('2031-05', late)
    expect([refused.status, (await problemOf(refused)).code]).toEqual([403, 'password_required'])
  })
})
