import { eq } from 'drizzle-orm'
import { day, hour } from '#contract/values/shared/time'
import { dailyStats, entitlementEvents, videos } from '#db/schema'
import type { ServiceContext } from '#worker/services/context'
import { audience, audienceDays, idsOf, signedUpAt } from './audience'
import { noise } from './noise'
import type { DemoSale } from './sell-terms'

/** The demo video whose lock led most buyers to Premium: enough of them for its statistics to show it. */
const bestSeller = 'Half a sun, and then the blue hour'

/** Returns the terms that the audience bought, each after its buyer signed up. Few: each is a purchase in full. */
export async function demoSales(ctx: ServiceContext): Promise<DemoSale[]> {
  const { db, now } = ctx
  const [sold] = await db.select({ id: videos.id }).from(videos).where(eq(videos.title, bestSeller))
  const there = await idsOf(ctx, audience)
  return audience
    .filter((name, index) => index % 5 < 2 && index < 27 && there.has(name))
    .map((username, index) => ({
      username,
      plan: noise('plan', username) < 0.2 ? 'yearly' : 'monthly',
      method: noise('method', username) < 0.3 ? 'checkout' : 'wallet',
      at: between(signedUpAt(username, now), now - hour, noise('when', username)),
      video: index === 0 ? undefined : sold?.id,
    }))
}

function between(from: number, to: number, share: number): number {
  return Math.round(from + share * (to - from))
}

/** Counts the members of each of these days by the terms that were granted, as cron does while they pass. */
export async function countMembersByDay({ db, now }: ServiceContext): Promise<void> {
  const today = Math.floor(now / day)
  const { userId, kind, at, days } = entitlementEvents
  const grants = await db.select({ userId, at, days }).from(entitlementEvents).where(eq(kind, 'grant'))
  const rows = Array.from({ length: audienceDays }, (_, index) => {
    const end = index === 0 ? now : (today - index + 1) * day - 1
    const running = grants.filter((grant) => grant.at <= end && grant.at + grant.days * day > end)
    return {
      day: today - index,
      name: 'premium',
      value: new Set(running.map((grant) => grant.userId)).size,
    }
  })
  await db.insert(dailyStats).values(rows).onConflictDoNothing()
}
