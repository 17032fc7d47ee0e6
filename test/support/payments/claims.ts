import { desc, eq } from 'drizzle-orm'
import type { PaymentAnswer } from '#contract/schemas/payments/payments'
import { type Coin, coinFacts } from '#contract/values/payments/payments'
import type { Plan } from '#contract/values/payments/prices'
import { claims } from '#db/schema'
import { checkDueClaims } from '#worker/services/payments/claims/index'
import type { TestClient } from '../client'
import { jobContext } from '../context'
import { testDb } from '../factories'

/** Returns an unused UPI reference number. */
export function newReference(): string {
  const digits = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(digits, (digit) => digit % 10).join('')
}

export function newTransactionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function claimUpi(client: TestClient, upiReference: string, plan: Plan = 'monthly', video?: number) {
  return client.json<PaymentAnswer>('POST', '/api/premium/confirm-upi', {
    plan,
    upiReference,
    agreed: true,
    video,
  })
}

export function claimNetbanking(
  client: TestClient,
  transactionId: string,
  bankId = 'hdfc',
  plan: Plan = 'monthly',
) {
  return client.json<PaymentAnswer>('POST', '/api/premium/confirm-netbanking', {
    plan,
    bankId,
    transactionId,
    agreed: true,
  })
}

/** Returns an account's claims, newest first. */
export function claimsOf(userId: number) {
  return testDb().select().from(claims).where(eq(claims.userId, userId)).orderBy(desc(claims.createdAt))
}

/** Returns an account's only claim. */
export async function claimOf(userId: number) {
  const [claim, ...more] = await claimsOf(userId)
  if (!claim || more.length > 0) throw new Error(`The account has ${claim ? more.length + 1 : 0} claims`)
  return claim
}

/** Runs the cron's sweep of claims at a time. */
export async function sweepClaims(now: number): Promise<void> {
  await checkDueClaims(await jobContext(now))
}

/** Excludes the claims of earlier tests from the sweeps of this one. */
export async function settleDown(): Promise<void> {
  await testDb().update(claims).set({ nextCheckAt: null })
}

/** Claims a payment in coins; by default, `network` is the coin's own. */
export function claimCoins(
  client: TestClient,
  coin: Coin,
  transactionId: string,
  { plan = 'monthly', network = coinFacts[coin].network }: { plan?: Plan; network?: string } = {},
) {
  const json = { plan, currency: coin, network, transactionId, agreed: true }
  return client.json<PaymentAnswer>('POST', '/api/premium/confirm-crypto', json)
}
