import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getPlatformProxy } from 'wrangler'
import { uncategorizedId } from '#contract/values/videos/categories'
import { createDb, type Db } from '#db/client'
import { entitlementEvents, ledger, payments, payOrders, subscriptions, users, videos } from '#db/schema'
import type { SandboxState } from '#dev/sandbox/payments/sandbox'
import { seedLocal } from '#dev/seed/seed'
import { migrations } from '#tools/database/migrations'
import { testVars } from '../../support/vars'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const stateDir = mkdtempSync(join(tmpdir(), 'seed-terms-'))
const sandboxState = join(stateDir, 'sandbox.json')
const vars = { ...testVars, ENVIRONMENT: 'local' }
const run = () => seedLocal({ stateDir, sandboxState, vars })

async function withState<T>(use: (db: Db, d1: D1Database) => Promise<T>): Promise<T> {
  const proxy = await getPlatformProxy<Env>({
    persist: { path: join(stateDir, 'v3') },
    remoteBindings: false,
  })
  try {
    return await use(createDb(proxy.env.DB), proxy.env.DB)
  } finally {
    await proxy.dispose()
  }
}

function account(username: string, email = `${username}@example.com`) {
  return {
    username,
    usernameCanonical: username,
    usernameSkeleton: username,
    email,
    emailCanonical: email,
    passwordHash: '-',
    createdAt: 0,
  }
}

/** Creates a state from before payments: the demo accounts exist, but nothing makes them premium. */
beforeAll(async () => {
  await withState(async (db, d1) => {
    await d1.batch(migrations().map((script) => d1.prepare(script)))
    await db
      .insert(users)
      .values([account('viewer'), account('member'), account('creator', 'me@example.com'), account('admin')])
    // Without something to play, the site sells nothing.
    await db.insert(videos).values({
      userId: 1,
      title: 'Premium',
      titleFolded: 'premium',
      categoryId: uncategorizedId,
      isPremium: true,
      isPublic: true,
      status: 'ready',
      review: 'approved',
      createdAt: 0,
    })
  })
})
afterAll(() => rmSync(stateDir, { recursive: true }))

async function books(db: Db) {
  const [events, rows, orders, movements, terms] = await Promise.all([
    db
      .select({ username: users.username, kind: entitlementEvents.kind, days: entitlementEvents.days })
      .from(entitlementEvents)
      .innerJoin(users, eq(users.id, entitlementEvents.userId)),
    db.select().from(payments),
    db.select().from(payOrders),
    db.select().from(ledger),
    db.select().from(subscriptions),
  ])
  return { events, rows, orders, movements, terms }
}

describe('the demo members of an older state', () => {
  it('buy a year that the sandbox knows of, once; an account of another address buys nothing', async () => {
    expect(await run()).toBe('completed')
    const bought = await withState(books)
    expect(bought.events).toEqual([{ username: 'member', kind: 'grant', days: 365 }])
    expect(bought.orders).toMatchObject([{ status: 'paid', plan: 'yearly', amountMinor: 9999 }])
    expect(bought.rows).toMatchObject([
      { provider: 'paypal', status: 'captured', verifiedBy: 'provider_api' },
    ])
    expect(bought.movements).toMatchObject([{ kind: 'charge', amountMinor: 9999 }])
    expect(bought.terms).toMatchObject([{ plan: 'yearly', state: 'running' }])
    const { state } = JSON.parse(readFileSync(sandboxState, 'utf8')) as { state: SandboxState }
    expect(Object.keys(state.paypal.captures)).toEqual([bought.rows[0]?.providerPaymentId])

    expect(await run()).toBe('nothing')
    expect(await withState(books)).toEqual(bought)
  })
})
