import { describe, expect, it } from 'vitest'
import type { Preferences } from '#contract/schemas/accounts/account'
import type { OwnPayment, Receipt, Subscription } from '#contract/schemas/payments/payments'
import { claims } from '#db/schema'
import { recordEvent } from '#worker/services/payments/entitlements/events'
import { grantPayment } from '#worker/services/payments/entitlements/grant'
import { remindOfEndingTerms } from '#worker/services/payments/subscription/index'
import { randomId } from '#worker/storage/keys'
import { d1Cost, problemOf, type TestClient } from '../../support/client'
import { jobContext } from '../../support/context'
import { day, makePayment, makeTerm, makeUser, signInAs, testDb } from '../../support/factories'

const now = Date.now()
const inDays = (days: number) => new Date(now + days * day).toISOString()

/** Creates a signed-in account with its clock at the start of the tests. */
async function account() {
  const user = await makeUser()
  const client = await signInAs(user)
  client.now = now
  return { id: user.id, username: user.username, client }
}

function subscriptionOf(client: TestClient) {
  return client.json<Subscription>('GET', '/api/account/subscription')
}

async function makeClaim(userId: number, change: Partial<typeof claims.$inferInsert> = {}) {
  const id = randomId()
  const claim = {
    id,
    userId,
    method: 'upi',
    kind: 'reference',
    ref: '033814379298',
    plan: 'monthly',
  } as const
  const agreed = { termsVersion: 1, consentAt: now, createdAt: now }
  await testDb()
    .insert(claims)
    .values({ ...claim, ...agreed, ...change })
  return id
}

describe('the subscription of an account', () => {
  it('is none where nothing was ever bought', async () => {
    const { client } = await account()
    expect(await subscriptionOf(client)).toEqual({
      status: 'none',
      plan: null,
      premiumUntil: null,
      cancelled: false,
      reminded: true,
      payments: [],
      claims: [],
      gifts: [],
    })
  })

  it('says what was really bought, for how much, and until when', async () => {
    const { id, client } = await account()
    const payment = await makeTerm(id, now + 20 * day)
    expect(await subscriptionOf(client)).toMatchObject({
      status: 'active',
      plan: 'monthly',
      premiumUntil: inDays(20),
      payments: [
        {
          id: payment.id,
          at: inDays(-10),
          plan: 'monthly',
          method: 'wallet',
          amountMinor: 1499,
          amountText: '$14.99',
          refundedMinor: 0,
          status: 'captured',
          from: inDays(-10),
          until: inDays(20),
        },
      ],
    })
  })

  it('lists stacked terms one after the other, the newest payment first', async () => {
    const { id, client } = await account()
    const first = await makeTerm(id, now + 20 * day)
    const second = await makePayment(id, { plan: 'yearly', providerCreatedAt: now })
    await grantPayment(await jobContext(now), {
      payment: second,
      userId: id,
      plan: 'yearly',
      cause: 'settle',
    })
    const { premiumUntil, plan, payments } = await subscriptionOf(client)
    expect([premiumUntil, plan]).toEqual([inDays(385), 'yearly'])
    expect(payments.map((each) => [each.id, each.from, each.until])).toEqual([
      [second.id, inDays(20), inDays(385)],
      [first.id, inDays(-10), inDays(20)],
    ])
  })

  it('ends at the exact millisecond', async () => {
    const { id, client } = await account()
    await makeTerm(id, now)
    client.now = now - 1
    expect((await subscriptionOf(client)).status).toBe('active')
    client.now = now
    expect((await subscriptionOf(client)).status).toBe('expired')
  })

  it('is suspended while a payment is on hold, and revoked after its money went back', async () => {
    const { id, client } = await account()
    const payment = await makeTerm(id, now + 20 * day)
    const ctx = await jobContext(now)
    await recordEvent(ctx, { payment, kind: 'hold', cause: 'dispute' })
    expect(await subscriptionOf(client)).toMatchObject({ status: 'suspended', premiumUntil: null })
    await recordEvent(ctx, { payment, kind: 'release', cause: 'dispute' })
    expect(await subscriptionOf(client)).toMatchObject({ status: 'active', premiumUntil: inDays(20) })
    await recordEvent(ctx, { payment, kind: 'revoke', cause: 'refund' })
    const revoked = await subscriptionOf(client)
    expect(revoked).toMatchObject({ status: 'revoked', premiumUntil: null })
    expect(revoked.payments).toMatchObject([{ id: payment.id, from: null, until: null }])
  })

  it('shows of a claim the last four characters, and a note only with a refusal', async () => {
    const { id, client } = await account()
    await makeClaim(id, { status: 'review', reviewNote: 'Ask the bank.' })
    await makeClaim(id, { ref: 'AB12CD34', status: 'rejected', reviewNote: 'Unknown.', createdAt: now + 1 })
    expect((await subscriptionOf(client)).claims).toMatchObject([
      { reference: 'CD34', status: 'rejected', note: 'Unknown.' },
      { reference: '9298', status: 'review', note: null },
    ])
  })

  it('costs a few rows, and never those of others', async () => {
    const { id, client } = await account()
    const other = await makeUser()
    await makeTerm(id, now + 20 * day)
    await makeTerm(other.id, now + 20 * day)
    await makeClaim(other.id)
    const response = await client.get('/api/account/subscription')
    expect((await response.clone().json<Subscription>()).payments).toHaveLength(1)
    expect(d1Cost(response).rowsRead).toBeLessThanOrEqual(12)
  })
})

describe('the payments of an account', () => {
  it('are paged, newest first, each once, and none of others', async () => {
    const { id, client } = await account()
    await makePayment((await makeUser()).id)
    // Two payments of each millisecond, which are ordered by ID.
    const made = await Promise.all(
      Array.from({ length: 9 }, (_, at) => makePayment(id, { providerCreatedAt: now + Math.floor(at / 2) })),
    )
    const expected = made.toSorted(
      (a, b) => b.providerCreatedAt - a.providerCreatedAt || (a.id < b.id ? 1 : -1),
    )
    const seen: string[] = []
    let path: string | undefined = '/api/account/payments?limit=4'
    while (path) {
      const response = await client.get(path)
      seen.push(...(await response.json<OwnPayment[]>()).map((payment) => payment.id))
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(expected.map((payment) => payment.id))
  })
})

describe('cancelling', () => {
  it('keeps access, turns reminders off, and can be taken back', async () => {
    const { id, client } = await account()
    await makeTerm(id, now + 2 * day)
    const cancelled = await client.json<Subscription>('POST', '/api/account/subscription/cancel')
    expect(cancelled).toMatchObject({ status: 'ending', cancelled: true, premiumUntil: inDays(2) })
    const me = await client.json<{ isPremium: boolean }>('GET', '/api/auth/me')
    expect(me.isPremium).toBe(true)
    expect(await remindOfEndingTerms(await jobContext(now))).toBe(0)
    const resumed = await client.json<Subscription>('POST', '/api/account/subscription/resume')
    expect(resumed).toMatchObject({ status: 'active', cancelled: false, premiumUntil: inDays(2) })
    expect(await remindOfEndingTerms(await jobContext(now))).toBe(1)
  })

  it('and the switch of the reminder are one', async () => {
    const { id, client } = await account()
    await makeTerm(id, now + 2 * day)
    const turn = (on: boolean) =>
      client.json<Preferences>('PATCH', '/api/account/preferences', { notices: { premium: { email: on } } })
    const isOn = async () =>
      (await client.json<Preferences>('GET', '/api/account/preferences')).notices.premium?.email
    await client.request('POST', '/api/account/subscription/cancel')
    expect(await isOn()).toBe(false)
    expect((await turn(true)).notices.premium?.email).toBe(true)
    expect(await subscriptionOf(client)).toMatchObject({ cancelled: false, reminded: true })
    await turn(false)
    expect(await subscriptionOf(client)).toMatchObject({ cancelled: false, reminded: false })
    await client.request('POST', '/api/account/subscription/resume')
    expect(await isOn()).toBe(true)
    expect(await subscriptionOf(client)).toMatchObject({ reminded: true })
  })

  it('twice is the same as once', async () => {
    const { id, client } = await account()
    await makeTerm(id, now + 20 * day)
    const once = await client.json<Subscription>('POST', '/api/account/subscription/cancel')
    expect(await client.json<Subscription>('POST', '/api/account/subscription/cancel')).toEqual(once)
  })

  it('is forgotten when another term is bought', async () => {
    const { id, client } = await account()
    await makeTerm(id, now + 20 * day)
    await client.request('POST', '/api/account/subscription/cancel')
    const payment = await makePayment(id, { providerCreatedAt: now })
    await grantPayment(await jobContext(now), { payment, userId: id, plan: 'monthly', cause: 'settle' })
    expect(await subscriptionOf(client)).toMatchObject({ status: 'active', cancelled: false })
  })

  it.each(['cancel', 'resume'])('refuses to %s what is not running', async (verb) => {
    const { id, client } = await account()
    await makeTerm(id, now)
    const response = await client.request('POST', `/api/account/subscription/${verb}`)
    expect(await problemOf(response)).toMatchObject({
      status: 409,
      detail: "You don't have an active membership.",
    })
  })

  it('touches no other account', async () => {
    const { id, client } = await account()
    const other = await account()
    await makeTerm(id, now + 20 * day)
    await makeTerm(other.id, now + 20 * day)
    await client.request('POST', '/api/account/subscription/cancel')
    expect(await subscriptionOf(other.client)).toMatchObject({ status: 'active', cancelled: false })
  })
})

describe('a receipt', () => {
  it('says who bought what from whom', async () => {
    const { id, username, client } = await account()
    const payment = await makeTerm(id, now + 20 * day)
    const receipt = await client.json<Receipt>('GET', `/api/account/payments/${payment.id}`)
    expect(receipt).toMatchObject({
      id: payment.id,
      description: 'Membership, 30 days',
      amountText: '$14.99',
      username,
      email: `${username}@example.com`,
      siteUrl: 'http://localhost:8787',
      providerPaymentId: payment.providerPaymentId,
      refundedText: null,
      until: inDays(20),
    })
  })

  it('says what went back', async () => {
    const { id, client } = await account()
    const { id: paymentId } = await makePayment(id, {
      status: 'refunded',
      statusRank: 6,
      refundedMinor: 1499,
    })
    const receipt = await client.json<Receipt>('GET', `/api/account/payments/${paymentId}`)
    expect(receipt).toMatchObject({ refundedText: '$14.99', status: 'refunded', until: null })
  })

  it.each([
    ['of another account', async () => (await makePayment((await makeUser()).id)).id],
    ['of nobody yet', async () => (await makePayment(null)).id],
    ['that never was', async () => randomId()],
  ])('is not given for a payment %s', async (_, make) => {
    const { client } = await account()
    const response = await client.get(`/api/account/payments/${await make()}`)
    expect((await problemOf(response)).status).toBe(404)
  })

  it('is not given for a payment by which no money came', async () => {
    const { id, client } = await account()
    const { id: paymentId } = await makePayment(id, { status: 'failed', statusRank: 2 })
    expect((await client.get(`/api/account/payments/${paymentId}`)).status).toBe(404)
  })
})
