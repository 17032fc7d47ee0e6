import { type DailyKind, kindsOn } from '#contract/values/shared/notices'
import { day, dayOf } from '#contract/values/shared/time'
import { countUnreadByKind, dueForDigest, moveDigestOn, whereDigestDue } from '#db/queries/site/notices'
import type { ServiceContext } from '../../context'
import { emailText, kickMail, type QueuedMail, queueMail } from '../../shared/mail'
import { toldKinds } from './told-kinds'

/** Accounts a minute; the others wait for the next. */
const atOnce = 50
/** Beyond this number, an email says "more than". */
const countedAtMost = 30

type Due = Awaited<ReturnType<typeof dueForDigest>>[number] & { digestedAt: number }
type Counts = Awaited<ReturnType<typeof countUnreadByKind>>

/** Accounts whose day since the last email is over. */
export function digestsDue({ db, now }: ServiceContext) {
  return dueForDigest(db, now - day, atOnce)
}

/**
 * Emails the numbers of new notifications to accounts that asked for it, once a day. It never has a title:
 * someone reading over a shoulder learns nothing, and a video hidden meanwhile isn't named. Emails and
 * progress are one batch, so a killed run leaves no one out and emails no one twice.
 */
export async function queueDigests(ctx: ServiceContext): Promise<number> {
  const { db } = ctx
  const due = (await digestsDue(ctx)).flatMap((row) =>
    row.digestedAt === null ? [] : [{ ...row, digestedAt: row.digestedAt }],
  )
  const [first, ...rest] = due.map((row) => countUnreadByKind(db, newTo(ctx, row), countedAtMost + 1))
  if (!first) return 0
  const counted = await db.batch([first, ...rest])
  const statements = due.flatMap((row, at) => statementsFor(ctx, row, counted[at] ?? []))
  const [head, ...tail] = statements
  if (head) await db.batch([head, ...tail])
  // Every account's progress is written, but only some accounts get an email.
  if (statements.length > due.length) await kickMail(ctx)
  return due.length
}

/**
 * Kinds that are off on the site aren't in the email either: its page wouldn't show them. Nor is what was emailed at
 * once.
 */
function newTo(ctx: ServiceContext, { id, digestKinds, mutedNotices, digestedAt, noticesReadAt }: Due) {
  const kinds = toldKinds(ctx, mutedNotices).filter((kind) => digestKinds.includes(kind))
  return { userId: id, since: Math.max(digestedAt, noticesReadAt), kinds, unmailed: true, now: ctx.now }
}

function statementsFor(ctx: ServiceContext, row: Due, counts: Counts) {
  const { id, digestedAt } = row
  const moved = moveDigestOn(ctx.db, id, digestedAt, ctx.now)
  return counts.length === 0 ? [moved] : [digestMail(ctx, row, counts), moved]
}

function digestMail(ctx: ServiceContext, { id, email, username, digestedAt }: Due, counts: Counts) {
  const { siteOrigin } = ctx.config
  const mail: QueuedMail = {
    dedupeKey: `digest:${id}:${dayOf(ctx.now)}`,
    to: email,
    subject: 'Your daily email',
    body: emailText(ctx, username, [
      'New since your last visit or daily email:',
      linesOf(counts).join('\n'),
      `See them: ${siteOrigin}/notifications`,
      `You turned the daily email on in your settings: ${siteOrigin}/account?tab=settings`,
    ]),
    leaves: { from: 'digest', id },
  }
  return queueMail(ctx, mail, whereDigestDue(id, digestedAt, ctx.now))
}

const names: Record<DailyKind, [one: string, many: string]> = {
  video: ['video from someone you follow', 'videos from people you follow'],
  comment: ['video of yours with comments', 'videos of yours with comments'],
  reply: ['comment of yours with replies', 'comments of yours with replies'],
  review: ['decision about your videos or comments', 'decisions about your videos or comments'],
  report: ['update on your reports', 'updates on your reports'],
}

function linesOf(counts: Counts): string[] {
  return kindsOn('daily').flatMap((kind) => {
    const count = counts.find((each) => each.kind === kind)?.count ?? 0
    if (count === 0) return []
    const number = count > countedAtMost ? `More than ${countedAtMost}` : String(count)
    return [`- ${number} ${names[kind][count === 1 ? 0 : 1]}`]
  })
}
