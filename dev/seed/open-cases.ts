import { inArray, sql } from 'drizzle-orm'
import { preservedMs, removalClockMs } from '#contract/values/moderation/safety'
import { claimExpiry } from '#contract/values/payments/payments'
import { day, hour } from '#contract/values/shared/time'
import { claims, notices, removalRequests, removals, reports, videos } from '#db/schema'
import type { ServiceContext } from '#worker/services/context'
import { reportCode } from '#worker/services/moderation/reports/index'
import { randomId } from '#worker/storage/keys'
import { idsOf } from './audience'

const reported = [
  {
    title: 'Lanterns on a warm night',
    by: 'eastlight',
    reason: 'copyright',
    details: 'The first minute is from my own film, “Harbour lights”.',
    seconds: 12,
    hoursAgo: 30,
  },
  {
    title: 'Frost on the inside of the window',
    by: 'velour',
    reason: 'spam',
    details: 'The description only advertises another site.',
    seconds: null,
    hoursAgo: 9,
  },
  {
    title: 'It’s quieter in the second generation',
    by: 'ochre',
    reason: 'other',
    details: 'Filed under the wrong category, I think.',
    seconds: null,
    hoursAgo: 2,
  },
] as const

const asked = 'A fifth, drawn by its own sound'
const takenDown = 'Borrowed light'
const claimant = 'lowtide'

/** Gives the demo's desk something to decide: reports, a removal request, an appeal and a claim. */
export async function openCases(ctx: ServiceContext): Promise<void> {
  const { db, now } = ctx
  // A killed run was past it.
  if ((await db.select().from(removals).limit(1)).length > 0) return
  const titles = [...reported.map(({ title }) => title), asked, takenDown]
  const rows = await db
    .select({ videoId: videos.id, videoTitle: videos.title, ownerId: videos.userId })
    .from(videos)
    .where(inArray(videos.title, titles))
  const videoOf = (title: string) => {
    const row = rows.find(({ videoTitle }) => videoTitle === title)
    if (!row) throw new Error(`The catalogue has no “${title}”`)
    return row
  }
  const people = await idsOf(ctx, [...reported.map(({ by }) => by), claimant, 'moderator'])
  const removedAt = now - 3 * day
  await db.batch([
    db
      .insert(reports)
      .values(
        reported.map(({ title, by, reason, details, seconds, hoursAgo }) => ({
          ...videoOf(title),
          code: reportCode(),
          reporterId: people.get(by) ?? null,
          reporterKey: `user:${people.get(by)}`,
          reason,
          details,
          seconds,
          createdAt: now - hoursAgo * hour,
        })),
      )
      .onConflictDoNothing(),
    db.insert(removalRequests).values({
      ...videoOf(asked),
      token: randomId(),
      url: `${ctx.config.siteOrigin}/video/${videoOf(asked).videoId}`,
      reason: 'copyright',
      relation: 'rights_holder',
      name: 'Anna Example',
      email: 'anna@example.com',
      statement:
        'The sound is my recording of 2024, published without a licence. Please take the video down.',
      signature: 'Anna Example',
      createdAt: now - 7 * hour,
      dueAt: now - 7 * hour + removalClockMs,
    }),
    db
      .insert(removals)
      .values({
        ...videoOf(takenDown),
        reason: 'copyright',
        statement: 'It shows footage of “Slow light over a warm horizon”, whose uploader holds the rights.',
        removedBy: people.get('moderator') ?? null,
        removedAt,
        preserveUntil: removedAt + preservedMs('copyright'),
        appealText: 'I filmed it from the same pier on the same evening. I can send the original file.',
        appealedAt: now - 20 * hour,
        appealStatus: 'open',
      })
      .onConflictDoNothing(),
    db.insert(notices).values([
      {
        userId: videoOf(takenDown).ownerId,
        kind: 'review',
        outcome: 'removed',
        at: removedAt,
        videoId: videoOf(takenDown).videoId,
        ref: sql`(select max(id) from removals where video_id = ${videoOf(takenDown).videoId})`,
      },
    ]),
    db
      .insert(claims)
      .values({
        id: randomId(),
        userId: people.get(claimant) ?? 0,
        method: 'upi',
        kind: 'reference',
        ref: '428817350962',
        plan: 'monthly',
        status: 'review',
        termsVersion: 2,
        finding: 'Razorpay has no payment with this reference.',
        consentAt: now - 5 * hour,
        createdAt: now - 5 * hour,
        nextCheckAt: now - 5 * hour + claimExpiry,
      })
      .onConflictDoNothing(),
  ])
}
