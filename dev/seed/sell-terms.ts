import { and, eq, inArray, notExists, sql } from 'drizzle-orm'
import { entitlementEvents, users } from '../../db/schema'
import { parsePayments } from '../../worker/integrations/payments/config'
import type { ServiceContext, UserContext } from '../../worker/services/context'
import { confirmWallet, startWallet } from '../../worker/services/payments/payments'
import { sandboxPayments } from '../sandbox/payments/keys'
import { PaymentsSandbox } from '../sandbox/payments/sandbox'
import { readState, writeState } from '../sandbox/payments/state-file'

const origin = 'http://sandbox.local'

/**
 * Sells a year to each of these demo accounts that never had a term, by order, approval in the sandbox's
 * wallet and confirmation. A later sandbox knows the payments by the file. One query when there is nothing to
 * do. Returns the number sold.
 */
export async function sellTerms(
  ctx: ServiceContext,
  members: string[],
  sandboxState: string,
): Promise<number> {
  const buyers = await findBuyers(ctx, members)
  if (buyers.length === 0) return 0
  const state = await readState(sandboxState)
  const now = Date.now()
  const sandbox = new PaymentsSandbox({
    origin,
    siteOrigin: ctx.config.siteOrigin,
    // The site isn't running yet, and needs no call: every order is confirmed.
    deliver: async () => new Response(),
    now: () => now,
    ...(state && { state }),
  })
  await sandbox.ready()
  const config = { ...ctx.config, payments: parsePayments(sandboxPayments(origin), false, () => null) }
  for (const buyer of buyers) {
    await buyYear({ ...ctx, config, now, fetch: sandbox.fetch }, buyer, sandbox)
    await writeState(sandboxState, sandbox.state)
  }
  return buyers.length
}

/** By name and address: a real account that shares a demo account's name isn't one. */
function findBuyers({ db }: ServiceContext, members: string[]) {
  const events = db
    .select({ one: sql`1` })
    .from(entitlementEvents)
    .where(eq(entitlementEvents.userId, users.id))
  const addresses = members.map((name) => `${name}@example.com`)
  return db
    .select()
    .from(users)
    .where(
      and(
        inArray(users.usernameCanonical, members),
        inArray(users.emailCanonical, addresses),
        notExists(events),
      ),
    )
}

async function buyYear(
  ctx: ServiceContext,
  account: typeof users.$inferSelect,
  { paypal }: PaymentsSandbox,
): Promise<void> {
  const { id, username, email, emailVerifiedAt, createdAt, savesHistory, tokenVersion } = account
  const buyer: UserContext = {
    ...ctx,
    actor: {
      ...{ kind: 'user', id, username, email, emailVerifiedAt, createdAt, staff: null, savesHistory },
      ...{ tokenVersion, premiumUntil: null, sessionId: 'seed', startedAt: createdAt },
      ...{ confirmedAt: createdAt, role: 'user' },
      latestClaim: null,
    },
  }
  const { orderId, message } = await startWallet(buyer, { plan: 'yearly', currency: 'USD' })
  if (!orderId) throw new Error(`The demo member ${username} can't buy: ${message}`)
  paypal.approve(orderId)
  const answer = await confirmWallet(buyer, { orderId, plan: 'yearly' })
  if (!answer.success) throw new Error(`The demo member ${username} could not pay: ${answer.message}`)
}
