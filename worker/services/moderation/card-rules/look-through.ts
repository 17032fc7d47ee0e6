import { type SQL, sql } from 'drizzle-orm'
import { batchNamed } from '#db/batch-named'
import {
  awaitingReview,
  lookThroughState,
  mailUploaders,
  noteLookedThrough,
  openCards,
  sendAllToReview,
  unreviewedIn,
} from '#db/queries/moderation/card-rules'
import { filledIn, placeholders } from '#db/queries/shared/mail'
import { revokeFilesOfAll } from '#db/queries/videos/video-files'
import type { ServiceContext } from '../../context'
import { audited } from '../../shared/audit'
import { emailText, kickMail } from '../../shared/mail'
import { copyChanged } from '../../shared/settings'

/**
 * Videos of one batch, each with half a dozen URLs to revoke; and IDs that a query goes through, most of them
 * of reviewed videos.
 */
const [videosAtOnce, idsAtOnce] = [100, 5000]
/** Batches of one run. Cron continues. */
const batchesAtMost = 50

/**
 * Sends to review every video that others can see and no person has looked at, and then offers cards: no card
 * is taken while such a video is left. A batch happens completely or not at all and notes how far it came, so
 * that a run that is cut off leaves the rest to the next.
 */
export async function lookThrough(ctx: ServiceContext): Promise<void> {
  for (let run = 0; run < batchesAtMost; run += 1) {
    const [state] = await lookThroughState(ctx.db)
    if (!state || state.since === null) return
    if (state.checked >= state.last) return open(ctx, state.since)
    await lookThroughNext(ctx, state.since, state)
  }
}

async function lookThroughNext(
  ctx: ServiceContext,
  since: number,
  { checked, last }: { checked: number; last: number },
): Promise<void> {
  const { db, now } = ctx
  const until = Math.min(checked + idsAtOnce, last)
  const found = (await unreviewedIn(db, { after: checked, until }, videosAtOnce)).map(({ id }) => id)
  const upTo = found.length === videosAtOnce ? Math.max(...found) : until
  const awaiting = awaitingReview(found, since)
  const { mailed } = await batchNamed(db, [
    revokeFilesOfAll(db, awaiting, now),
    { mailed: mailUploaders(db, awaiting, uploadersMail(ctx, since), now) },
    sendAllToReview(db, awaiting, now),
    noteLookedThrough(db, upTo, since),
  ])
  if (mailed.meta.changes > 0) ctx.defer(kickMail(ctx))
}

function uploadersMail(ctx: ServiceContext, since: number) {
  const text = emailText(ctx, placeholders.name, [
    'Videos of yours are being reviewed before others can see them again, because no one on our team had reviewed them yet.',
    'This is about all such videos on the site. We now take card payments, and card networks require a review of each video.',
    `You don't have to do anything: once a video is approved, it's shown as before. See their status: ${ctx.config.siteOrigin}/my-videos`,
  ])
  return {
    event: `cards:${since}`,
    subject: 'Your videos are being reviewed',
    body: (name: SQL) => filledIn(text, { name, number: sql`''` }),
  }
}

/** Offers cards. Where a video was missed after all, the next run looks through all of them again. */
async function open(ctx: ServiceContext, since: number): Promise<void> {
  const details = { before: { cardPaymentsEnabled: false }, after: { cardPaymentsEnabled: true } }
  const act = { action: 'cards.open', subject: 'settings', subjectId: 'site', details }
  const [opened] = await ctx.db.batch(audited(ctx, openCards(ctx.db, since, ctx.now), act))
  if (opened.length > 0) await copyChanged(ctx)
  else await noteLookedThrough(ctx.db, 0, since)
}
