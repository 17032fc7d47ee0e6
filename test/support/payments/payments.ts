import { exports } from 'cloudflare:workers'
import { and, asc, eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { StartedOrder, StartOrder } from '#contract/schemas/payments/payments'
import type { RedirectMethod } from '#contract/values/payments/payments'
import type { Currency, Plan } from '#contract/values/payments/prices'
import { type ProcessorId, processorFacts, processorIds } from '#contract/values/payments/processors'
import { entitlementEvents, ledger, payOrders, webhookEvents } from '#db/schema'
import { createPaymentsSandbox, type PaymentsSandbox } from '#dev/sandbox/payments/sandbox'
import type { WebhookRequest } from '#worker/integrations/payments/provider'
import { forgetAll } from '#worker/isolate-state'
import { startOrder } from '#worker/services/payments/orders/start'
import type { TestClient } from '../client'
import { jobContext, userContext } from '../context'
import { makeUser, signInAs, testDb } from '../factories'
import { testVars } from '../vars'
import { agreedOrder } from './agreed-order'
import { fillShelf } from './shelf'

/** The providers' origin in `testVars`. */
const sandboxOrigin = 'http://sandbox.test:8790'

export interface Answer {
  success: boolean
  message?: string
  code?: string
  status?: string
}

export type Buyer = TestClient & { userId: number; username: string }

export interface PaymentsWorld {
  /** The current test's outside world: the worker's `fetch` calls it, and it calls the worker's webhooks. */
  readonly sandbox: PaymentsSandbox
  /** Pauses that the worker has asked for in this test, in milliseconds. They are over at once. */
  readonly pauses: number[]
}

/** The longest pause that is skipped, in milliseconds. A longer one is a time limit for a service. */
const longestPause = 3000
const setTimeoutOfWorkerd = globalThis.setTimeout

/**
 * Gives each test of the file an outside world of its own, in place of the global `fetch`. Call it at the top
 * of the file.
 */
export function paymentsWorld(): PaymentsWorld {
  const world = { sandbox: makeSandbox(), pauses: [] as number[] }
  beforeEach(async () => {
    world.pauses = []
    // A fake clock would end a pause in the test's context, in which workerd stops the site's request.
    vi.stubGlobal('setTimeout', (work: () => void, wait = 0) => {
      if (wait > longestPause) return setTimeoutOfWorkerd(work, wait)
      world.pauses.push(wait)
      return setTimeoutOfWorkerd(work, 0)
    })
    world.sandbox = makeSandbox()
    await world.sandbox.ready()
    vi.stubGlobal('fetch', world.sandbox.fetch)
    // This sandbox doesn't know what earlier tests left to be swept, and a sweep takes only the first twenty.
    const db = testDb()
    await db.batch([
      db.update(payOrders).set({ nextCheckAt: null }),
      db.update(webhookEvents).set({ nextAttemptAt: null }),
    ])
    await fillShelf()
    forgetAll()
  })
  afterEach(() => {
    vi.stubGlobal('setTimeout', setTimeoutOfWorkerd)
    // Not the real one: a queue message that arrives after the test's end would use the network.
    vi.stubGlobal('fetch', () => Promise.reject(new Error('The test is over')))
  })
  return world
}

function makeSandbox(): PaymentsSandbox {
  return createPaymentsSandbox({
    origin: sandboxOrigin,
    siteOrigin: testVars.SITE_ORIGIN,
    deliver: (request) => exports.default.fetch(request),
  })
}

/** Returns a delivery as the worker's route passes it on. */
export async function deliveryOf(request: Request): Promise<WebhookRequest> {
  return {
    method: request.method,
    url: new URL(request.url),
    headers: request.headers,
    body: new Uint8Array(await request.arrayBuffer()),
    clientAddress: request.headers.get('cf-connecting-ip') ?? '',
  }
}

/** Creates a signed-in account. */
export async function buyer(options: { isAdmin?: boolean } = {}): Promise<Buyer> {
  const { id, username } = await makeUser(options)
  return Object.assign(await signInAs({ username }), { userId: id, username })
}

/** Orders through the wallet, and returns PayPal's ID as the page gets it. */
export async function subscribe(client: TestClient, plan: Plan = 'monthly', video?: number): Promise<string> {
  const answer = await client.json<Answer & { orderId?: string }>('POST', '/api/premium/subscribe', {
    ...agreedOrder('USD', plan),
    video,
  })
  if (!answer.orderId) throw new Error(`No order: ${JSON.stringify(answer)}`)
  return answer.orderId
}

export function confirmWallet(client: TestClient, orderId: string, plan: Plan = 'monthly'): Promise<Answer> {
  return client.json('POST', '/api/premium/confirm', { orderId, plan })
}

/** Orders by card, and returns our ID and the page to pay on. */
export function startByCard(client: TestClient, plan: Plan = 'monthly', currency: Currency = 'USD') {
  return startOnPage(client, { method: 'card', ...agreedOrder(currency, plan) })
}

/** Orders by bitcoin, and returns our ID and the invoice's page. */
export function startByBitcoin(client: TestClient, plan: Plan = 'monthly') {
  return startOnPage(client, { method: 'bitcoin', ...agreedOrder('USD', plan) })
}

async function startOnPage(client: TestClient, order: StartOrder) {
  const answer = await client.json<StartedOrder>('POST', '/api/premium/orders', order)
  const { orderId, redirectUrl } = answer
  if (!orderId || !redirectUrl) throw new Error(`No order: ${JSON.stringify(answer)}`)
  return { orderId, redirectUrl }
}

/** Orders at a processor that has a page of its own, even if others of its method are set up. */
export async function orderOnPage(
  id: ProcessorId,
  client: Buyer,
  plan: Plan,
  currency: Currency = 'USD',
): Promise<{ id: string; redirectUrl: string }> {
  const ctx = await jobContext(client.now ?? Date.now())
  const { method } = processorFacts(id)
  const others = processorIds.filter((other) => other !== id && processorFacts(other).method === method)
  const payments = { ...ctx.config.payments, ...Object.fromEntries(others.map((other) => [other, null])) }
  const { actor } = await userContext()
  const answer: StartedOrder = await startOrder(
    { ...ctx, config: { ...ctx.config, payments }, actor: { ...actor, id: client.userId } },
    { method: method as RedirectMethod, ...agreedOrder(currency, plan) },
  )
  const { orderId, redirectUrl } = answer
  if (!orderId || !redirectUrl) throw new Error(`No order: ${JSON.stringify(answer)}`)
  return { id: orderId, redirectUrl }
}

/** Confirms an order by our ID, as the page does on the buyer's return. */
export function confirmOrder(client: TestClient, orderId: string): Promise<Answer> {
  return client.json('POST', '/api/premium/orders/confirm', { orderId })
}

/** Makes a purchase through the wallet: order, approval, confirmation. */
export async function buyWithWallet(
  { sandbox }: PaymentsWorld,
  client: TestClient,
  plan: Plan = 'monthly',
  video?: number,
) {
  const orderId = await subscribe(client, plan, video)
  sandbox.paypal.approve(orderId)
  const answer = await confirmWallet(client, orderId, plan)
  return { orderId, captureId: sandbox.paypal.captureOf(orderId).id, answer }
}

/** Orders through the checkout, and returns Razorpay's ID. */
export async function openCheckout(client: TestClient, plan: Plan = 'monthly'): Promise<string> {
  const answer = await client.json<Answer & { orderId?: string }>(
    'POST',
    '/api/premium/razorpay/create-order',
    agreedOrder('INR', plan),
  )
  if (!answer.orderId) throw new Error(`No order: ${JSON.stringify(answer)}`)
  return answer.orderId
}

export function verifyCheckout(client: TestClient, proof: object): Promise<Answer> {
  return client.json('POST', '/api/premium/razorpay/verify', proof)
}

/** Makes a purchase through the checkout: order, payment, and the handler's request. */
export async function buyWithCheckout(
  { sandbox }: PaymentsWorld,
  client: TestClient,
  plan: Plan = 'monthly',
  how: Parameters<PaymentsSandbox['razorpay']['pay']>[1] = {},
) {
  const orderId = await openCheckout(client, plan)
  const proof = await sandbox.razorpay.pay(orderId, how)
  const answer = await verifyCheckout(client, proof)
  return { orderId, paymentId: proof.razorpay_payment_id, proof, answer }
}

/** Returns whether the site says that the account is premium. */
export async function isPremium(client: TestClient): Promise<boolean> {
  return (await client.json<{ isPremium: boolean }>('GET', '/api/auth/me')).isPremium
}

/** Expects that neither the site nor the rows show that the account was ever given a term. */
export async function expectNothingGranted(client: Buyer): Promise<void> {
  expect(await isPremium(client)).toBe(false)
  expect(await grants(client.userId)).toEqual([])
}

/** Returns an account's grants, oldest first. */
export function grants(userId: number) {
  return testDb()
    .select()
    .from(entitlementEvents)
    .where(and(eq(entitlementEvents.userId, userId), eq(entitlementEvents.kind, 'grant')))
    .orderBy(asc(entitlementEvents.seq))
}

/** Returns the history of an account's premium, oldest first. */
export function entitlementHistory(userId: number) {
  return testDb()
    .select()
    .from(entitlementEvents)
    .where(eq(entitlementEvents.userId, userId))
    .orderBy(asc(entitlementEvents.seq))
}

/** Returns a payment's ledger entries by our own ID, oldest first. */
export function ledgerRows(paymentId: string) {
  return testDb().select().from(ledger).where(eq(ledger.paymentId, paymentId)).orderBy(asc(ledger.id))
}

/** Returns an account's orders. */
export function ordersOf({ userId }: Buyer) {
  return testDb().select().from(payOrders).where(eq(payOrders.userId, userId))
}
