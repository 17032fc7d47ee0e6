import { beforeEach, describe, expect, it } from 'vitest'
import type { User } from '#contract/schemas/accounts/auth'
import type { CheckoutBoot } from '#contract/schemas/payments/checkout'
import type { Boot } from '#contract/schemas/site/boot'
import { forgetAll } from '#worker/isolate-state'
import { d1Cost } from '../../support/client'
import { claimOf, claimUpi, newReference, settleDown, sweepClaims } from '../../support/payments/claims'
import { type Buyer, buyer, paymentsWorld } from '../../support/payments/payments'

const world = paymentsWorld()
const day = 24 * 3600_000
const checkout = '/checkout?method=wallet&plan=monthly&currency=USD'

beforeEach(async () => {
  forgetAll()
  await settleDown()
})

function claimIn(client: Buyer): Promise<User['claim']> {
  return client.json<User>('GET', '/api/auth/me').then(({ claim }) => claim)
}

async function bootIn<Shape>(client: Buyer, path: string): Promise<Shape> {
  const text = await (await client.get(path)).text()
  return JSON.parse(
    /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(text)?.[1] ?? 'null',
  ) as Shape
}

describe('a reference that waits', () => {
  it('is known wherever the account is, and the checkout sells nothing meanwhile', async () => {
    const client = await buyer()
    expect(await claimIn(client)).toBeNull()
    expect(await bootIn<CheckoutBoot>(client, checkout)).toMatchObject({ refusal: null, claims: [] })
    const reference = newReference()
    await claimUpi(client, reference)
    expect(await claimIn(client)).toBe('waiting')
    for (const path of ['/', '/premium']) {
      expect((await bootIn<Boot>(client, path)).viewer?.claim).toBe('waiting')
    }
    const boot = await bootIn<CheckoutBoot>(client, checkout)
    expect(boot).toMatchObject({
      refusal: 'waiting',
      order: null,
      scriptUrl: null,
      claims: [{ method: 'upi', plan: 'monthly', reference: reference.slice(-4), status: 'review' }],
    })
    expect(JSON.stringify(boot)).not.toContain(reference)
  })

  it('is over when it is granted, but not while another one waits', async () => {
    const client = await buyer()
    const reference = newReference()
    await claimUpi(client, newReference())
    world.sandbox.razorpay.receive({ amount: 99900, reference })
    await claimUpi(client, reference)
    expect(await claimIn(client)).toBe('waiting')
    const other = await buyer()
    const second = newReference()
    world.sandbox.razorpay.receive({ amount: 99900, reference: second })
    await claimUpi(other, second)
    expect(await claimIn(other)).toBeNull()
  })

  it('is told as refused for a week', async () => {
    const admin = await buyer({ isAdmin: true })
    const client = await buyer()
    await claimUpi(client, newReference())
    const { id } = await claimOf(client.userId)
    await admin.json('POST', `/api/admin/claims/${id}/reject`, { reason: 'No such payment.' })
    expect(await claimIn(client)).toBe('refused')
    client.now = Date.now() + 6 * day
    expect(await claimIn(client)).toBe('refused')
    client.now = Date.now() + 8 * day
    expect(await claimIn(client)).toBeNull()
  })

  it('is told as refused when its week ran out', async () => {
    const client = await buyer()
    await claimUpi(client, newReference())
    await sweepClaims(Date.now() + 7 * day + 1000)
    client.now = Date.now() + 7 * day + 2000
    expect(await claimIn(client)).toBe('refused')
  })
})

it('an account without a reference reads no row for it, and no account a second trip', async () => {
  const client = await buyer()
  // The isolate has the settings from here on.
  await client.get('/api/settings')
  const before = d1Cost(await client.get('/api/auth/me'))
  await claimUpi(client, newReference())
  const after = d1Cost(await client.get('/api/auth/me'))
  // The session and the unread notifications by the account's row, in one trip.
  expect([before, after]).toMatchObject([1, 2].map(() => ({ queries: 2, trips: 1 })))
  expect(before.rowsRead).toBeLessThanOrEqual(6)
  expect(after.rowsRead).toBeLessThanOrEqual(before.rowsRead + 2)
})
