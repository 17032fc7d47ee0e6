import { allOf } from '#db/conditions'
import {
  moveOn,
  newsKeyStart,
  nextSubscribers,
  openIssue,
  whereReached,
  whereSubscribed,
} from '#db/queries/site/newsletter'
import type { ServiceContext } from '../../context'
import { emailText, kickMail, queueMail } from '../../shared/mail'

/** Emails per minute, so that a password reset link never waits long behind them. */
const atOnce = 50

/**
 * Queues the next emails of an issue, and returns how many. Emails and progress are one batch, so a killed
 * run skips no one and emails no one twice.
 */
export async function queueNews(ctx: ServiceContext): Promise<number> {
  const { db, now } = ctx
  const [issue] = await openIssue(db)
  if (!issue) return 0
  const { id, subject, body, reached } = issue
  const subscribers = await nextSubscribers(db, issue, atOnce)
  const isLast = subscribers.length < atOnce
  const text = emailText(ctx, null, [body, "You're receiving this because you subscribed to our newsletter."])
  const mails = subscribers.map((subscriber) =>
    queueMail(
      ctx,
      {
        dedupeKey: `${newsKeyStart}${id}:${subscriber.id}`,
        to: subscriber.email,
        subject,
        body: text,
        leaves: { from: 'newsletter', id: subscriber.id },
      },
      // Someone who unsubscribed a moment ago gets nothing.
      allOf(whereReached(id, reached), whereSubscribed(subscriber.id)),
    ),
  )
  const to = {
    reached: subscribers.at(-1)?.id ?? reached,
    queued: subscribers.length,
    finishedAt: isLast ? now : null,
  }
  const move = moveOn(db, id, reached, to)
  const [first, ...rest] = mails
  await db.batch(first ? [first, ...rest, move] : [move])
  if (first) await kickMail(ctx)
  return subscribers.length
}
