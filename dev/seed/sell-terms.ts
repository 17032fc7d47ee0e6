import { and, eq, inArray, notExists, sql } from 'drizzle-orm'
import type { Plan } from '#contract/values/payments/prices'
import { entitlementEvents, users } from '#db/schema'
import { parsePayments } from '#worker/integrations/payments/config'
import type { ServiceContext, UserContext } from '#worker/services/context'
import { confirmWallet, verifyCheckout } from '#worker/services/payments/orders/confirm'
import { startCheckout, startWallet } from '#worker/services/payments/orders/start'
import { sandboxPayments } from '../sandbox/payments/keys'
import { createPaymentsSandbox, type PaymentsSandbox } from '../sandbox/payments/sandbox'
import { readState, writeState } from '../sandbox/payments/state-file'

const origin = 'http://sandbox.local'

export interface DemoSale {
  username: string
  plan: Plan
  /** Paid by PayPal in dollars, or by the regional checkout in rupees. */
  method: 'wallet' | 'checkout'
  at: number
  /** The video whose lock led to it. */
  video?: number | undefined
}

/**
 * Sells a term to each of these demo accounts that never had one, by order, payment in the sandbox and confirmation.
 * A later sandbox knows the payments by the file. One query when there is nothing to do. Returns the number sold.
 */
export async function sellTerms(
  ctx: ServiceContext,
  sales: DemoSale[],
  sandboxState: string,
): Promise<number> {
  const buyers = await findBuyers(
    ctx,
    sales.map(({ username }) => username),
  )
  if (buyers.length === 0) return 0
  const state = await readState(sandboxState)
  let now = ctx.now
  const sandbox = createPaymentsSandbox({
    origin,
    siteOrigin: ctx.config.siteOrigin,
    // The site isn't running yet, and needs no call: every order is confirmed.
    deliver: async () => new Response(),
    now: () => now,
    ...(state && { state }),
  })
  await sandbox.ready()
  const config = { ...ctx.config, payments: parsePayments(sandboxPayments(origin), false, () => null) }
  for (const sale of sales.toSorted((a, b) => a.at - b.at)) {
    const buyer = buyers.find(({ usernameCanonical }) => usernameCanonical === sale.username)
    if (!buyer) continue
    now = sale.at
    await sell(as(buyer, { ...ctx, config, now, fetch: sandbox.fetch }), sale, sandbox)
    await writeState(sandboxState, sandbox.state)
  }
  return buyers.length
}

/** By name and address: a real account that shares a demo account's name isn't one. */
function findBuyers({ db }: ServiceContext, names: string[]) {
  const events = db
    .select({ one: sql`1` })
    .from(entitlementEvents)
    .where(eq(entitlementEvents.userId, users.id))
  const addresses = names.map((name) => `${name}@example.com`)
  return db
    .select()
    .from(users)
    .where(
      and(
        inArray(users.usernameCanonical, names),
        inArray(users.emailCanonical, addresses),
        notExists(events),
      ),
    )
}

function as(account: typeof users.$inferSelect, ctx: ServiceContext): UserContext {
  const { id, username, email, emailVerifiedAt, createdAt, savesHistory, tokenVersion } = account
  const { mutedNotices, noticesReadAt } = account
  return {
    ...ctx,
    actor: {
      kind: 'user',
      id,
      username,
      email,
      emailVerifiedAt,
      createdAt,
      staff: null,
      savesHistory,
      tokenVersion,
      premiumUntil: null,
      sessionId: 'seed',
      startedAt: createdAt,
      confirmedAt: createdAt,
      role: 'user',
      latestClaim: null,
      mutedNotices,
      noticesReadAt,
    },
  }
}

async function sell(
  buyer: UserContext,
  { plan, method, video }: DemoSale,
  { paypal, razorpay }: PaymentsSandbox,
): Promise<void> {
  const isWallet = method === 'wallet'
  const { prices } = buyer.settings
  const { orderId, message } = isWallet
    ? await startWallet(buyer, { plan, currency: 'USD', agreedMinor: prices.USD[plan], video })
    : await startCheckout(buyer, { plan, currency: 'INR', agreedMinor: prices.INR[plan], video })
  if (!orderId) throw new Error(`The demo member ${buyer.actor.username} can't buy: ${message}`)
  if (isWallet) paypal.approve(orderId)
  const answer = isWallet
    ? await confirmWallet(buyer, { orderId, plan })
    : await verifyCheckout(buyer, await razorpay.pay(orderId))
  if (!answer.success)
    throw new Error(`The demo member ${buyer.actor.username} could not pay: ${answer.message}`)
}
