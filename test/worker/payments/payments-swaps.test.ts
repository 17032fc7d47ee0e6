import { and, eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { entitlementEvents, paymentAlerts, payments } from '#db/schema'
import { changeSettings, testDb } from '../../support/factories'
import { beginAnew } from '../../support/payments/payment-life'
import { Swapping, swaps } from '../../support/payments/payment-swaps'
import { buyer, paymentsWorld } from '../../support/payments/payments'

const db = testDb()
const world = paymentsWorld()

beforeAll(() => changeSettings({ cryptoPaymentsEnabled: true }))

/** Returns the grants of the buyers, each with the provider's ID of its payment. */
function grantsOf(userIds: number[]) {
  return db
    .select({ userId: entitlementEvents.userId, id: payments.providerPaymentId })
    .from(entitlementEvents)
    .innerJoin(payments, eq(payments.id, entitlementEvents.paymentId))
    .where(and(inArray(entitlementEvents.userId, userIds), eq(entitlementEvents.kind, 'grant')))
}

it('91: two buyers who swap IDs, signatures and numbers each end with what they paid for', async () => {
  const admin = await buyer({ isAdmin: true })
  let grants = 0
  const property = fc.asyncProperty(swaps, async (steps) => {
    const buyers = await beginAnew(world.sandbox)
    const swapping = new Swapping(world.sandbox)
    for (const each of buyers) await swapping.join(each)
    const ids = buyers.map(({ userId }) => userId)
    for (const step of steps) {
      await swapping.take(step)
      for (const { userId, id } of await grantsOf(ids)) expect(swapping.paidBy(userId)).toContain(id)
    }
    await swapping.end(admin)
    expect(swapping.leaks).toEqual([])
    const granted = await grantsOf(ids)
    for (const each of ids) {
      const own = granted.filter(({ userId }) => userId === each).map(({ id }) => id)
      expect(own.toSorted()).toEqual(swapping.paidBy(each).toSorted())
    }
    grants += granted.length
  })
  // Stops shrinking before the test's time limit.
  const limit = { interruptAfterTimeLimit: 100_000, markInterruptAsFailure: true }
  await fc.assert(property, { seed: 7, numRuns: 20, ...limit })
  expect(grants).toBeGreaterThan(40)
  const forged = await db.select().from(paymentAlerts).where(eq(paymentAlerts.kind, 'forged'))
  expect(forged.length).toBeGreaterThan(1)
}, 130_000)
