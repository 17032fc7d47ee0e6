import { removalHours } from '#contract/values/moderation/safety'
import type { Condition } from '#db/conditions'
import type { NewRemovalRequest, RemovalRequestRow } from '#db/queries/moderation/removal-requests'
import { mailRequesters } from '#db/queries/moderation/restore'
import { placeholders } from '#db/queries/shared/mail'
import type { ServiceContext } from '../../context'
import { emailText, queueMail } from '../../shared/mail'

// None of these repeats text from the form: the recipient's address may be a stranger's.

const minute = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

export function timeText(at: number): string {
  return `${minute.format(at)} (UTC)`
}

/** Returns the link to a request's receipt, and the ID by which staff find it. */
function receiptText(ctx: ServiceContext, token: string): string {
  return `${ctx.config.siteOrigin}/removal/${token}\nReceipt ID: ${token}`
}

export function receivedMail(
  ctx: ServiceContext,
  row: Pick<NewRemovalRequest, 'token' | 'email' | 'dueAt'>,
  onlyIf: Condition,
) {
  const mail = {
    dedupeKey: `removal-request:${row.token}:received`,
    to: row.email,
    toComplainant: true,
    subject: "We've received your request",
    body: emailText(ctx, null, [
      `We've received your removal request. We'll email you our decision within ${removalHours} hours, by ${timeText(row.dueAt)}.`,
      `Follow your request: ${receiptText(ctx, row.token)}`,
      'Anyone who has this link can read it, so please keep it private.',
      `If you didn't send a request, someone else entered your email address. You can ignore this email, or tell us: ${ctx.settings.contactEmail}`,
    ]),
  }
  return queueMail(ctx, mail, onlyIf)
}

/**
 * `gone`: the video was deleted before the decision, so nothing was left to remove. `closed`: the link of a
 * list was closed. `opensNothing`: its owner had replaced or closed that link before, and may have shared the
 * list by another.
 */
export type Outcome = 'removed' | 'refused' | 'gone' | 'closed' | 'opensNothing'

const outcomes: Record<Outcome, string> = {
  removed: "We removed the video you reported to us. The same file can't be published here again.",
  refused: 'We decided not to remove it.',
  gone: 'What you asked us to remove is no longer on the site.',
  closed: 'We closed the link of the list you reported.',
  opensNothing: 'The link you reported no longer opens anything.',
}

/** Emails the decision to the requester. */
export function decidedMail(
  ctx: ServiceContext,
  row: RemovalRequestRow,
  { outcome, note }: { outcome: Outcome; note: string },
  onlyIf: Condition,
) {
  const mail = {
    dedupeKey: `removal-request:${row.id}:decided`,
    to: row.email,
    toComplainant: true,
    subject: 'Our decision on your request',
    body: emailText(ctx, null, [
      outcomes[outcome],
      `Why: ${note}`,
      `Your request: ${receiptText(ctx, row.token)}`,
      ...(outcome === 'removed'
        ? []
        : [`If there's anything else we should know, contact ${ctx.settings.contactEmail}.`]),
    ]),
  }
  return queueMail(ctx, mail, onlyIf)
}

/** Emails the uploader of a video that stays, without naming the requester. */
export function keptMail(
  ctx: ServiceContext,
  uploader: { email: string; username: string },
  kept: { requestId: number; title: string; note: string },
  onlyIf: Condition,
) {
  const mail = {
    dedupeKey: `removal-request:${kept.requestId}:kept`,
    to: uploader.email,
    subject: 'We reviewed one of your videos',
    body: emailText(ctx, uploader.username, [
      `Someone asked us to remove your video “${kept.title}”. We reviewed it and didn't remove it. If it was hidden in the meantime, it's been restored unless something else about it is still open.`,
      `Why: ${kept.note}`,
      `Your videos: ${ctx.config.siteOrigin}/my-videos`,
    ]),
  }
  return queueMail(ctx, mail, onlyIf)
}

/**
 * Emails everyone who requested a removal that an appeal reversed, including that of a copy, whose uploader
 * need not have appealed.
 */
export function reversalMails(
  ctx: ServiceContext,
  { removalId, note }: { removalId: number; note: string },
  onlyIf: Condition,
) {
  const mail = {
    subject: 'Our decision on your request has changed',
    body: emailText(ctx, null, [
      'The uploader appealed our decision to remove a video at your request, and we reversed it.',
      `Why: ${note}`,
      `Your request: ${receiptText(ctx, placeholders.number)}`,
      `If you don't agree, contact ${ctx.settings.contactEmail}.`,
    ]),
  }
  return mailRequesters(ctx.db, removalId, mail, ctx.now, onlyIf)
}
