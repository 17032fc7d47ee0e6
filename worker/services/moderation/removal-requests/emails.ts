import { removalHours } from '../../../../contract/values/moderation/safety'
import type { Condition } from '../../../../db/conditions'
import type { NewRemovalRequest, RemovalRequestRow } from '../../../../db/queries/moderation/removal-requests'
import { mailRequesters } from '../../../../db/queries/moderation/restore'
import { placeholders } from '../../../../db/queries/shared/mail'
import type { ServiceContext } from '../../context'
import { emailText, queueMail } from '../../shared/mail'

// None of these repeats text from the form: the recipient's address may be a stranger's.

const minute = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

export function timeText(at: number): string {
  return `${minute.format(at)} (UTC)`
}

function receiptAddress(ctx: ServiceContext, token: string): string {
  return `${ctx.config.siteOrigin}/removal/${token}`
}

export function receivedMail(
  ctx: ServiceContext,
  row: Pick<NewRemovalRequest, 'token' | 'email' | 'dueAt'>,
  onlyIf: Condition,
) {
  const mail = {
    dedupeKey: `removal-request:${row.token}:received`,
    to: row.email,
    subject: 'We have received your request',
    body: emailText(ctx, null, [
      `We have received your request to remove something. We decide within ${removalHours} hours, until ${timeText(row.dueAt)} at the latest, and write to you then.`,
      `How far it is: ${receiptAddress(ctx, row.token)}`,
      'Whoever has this address can read it, so please pass it on to nobody.',
      `If you sent no request, somebody else gave your address. Then you can throw this mail away, or tell us: ${ctx.settings.contactEmail}`,
    ]),
  }
  return queueMail(ctx, mail, onlyIf)
}

/** `gone`: the video was deleted before the decision, so nothing was left to remove. */
export type Outcome = 'removed' | 'refused' | 'gone'

const outcomes: Record<Outcome, string> = {
  removed: 'We removed what you asked us to remove. The same file can’t be published here again.',
  refused: 'We did not remove what you asked us to remove.',
  gone: 'What you asked us to remove is no longer on the site.',
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
    subject: 'We have decided about your request',
    body: emailText(ctx, null, [
      outcomes[outcome],
      `Why: ${note}`,
      `Your request: ${receiptAddress(ctx, row.token)}`,
      ...(outcome === 'removed'
        ? []
        : [`If there is more that we should know, write to ${ctx.settings.contactEmail}.`]),
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
    subject: 'One of your videos was looked into',
    body: emailText(ctx, uploader.username, [
      `Somebody asked us to remove your video “${kept.title}”. We looked into it and did not remove it. If it could not be seen meanwhile, it is back unless something else about it is still open.`,
      `Why: ${kept.note}`,
      `Your videos: ${ctx.config.siteOrigin}/my-videos`,
    ]),
  }
  return queueMail(ctx, mail, onlyIf)
}

/**
 * Emails all who requested a removal that an appeal reversed, or a copy's, whose uploader need not have
 * appealed.
 */
export function reversalMails(
  ctx: ServiceContext,
  { removalId, note }: { removalId: number; note: string },
  onlyIf: Condition,
) {
  const mail = {
    subject: 'A decision about your request was changed',
    body: emailText(ctx, null, [
      'There was an appeal about what we removed at your request, and we took the removal back.',
      `Why: ${note}`,
      `Your request: ${receiptAddress(ctx, placeholders.number)}`,
      `If you don’t agree, write to ${ctx.settings.contactEmail}.`,
    ]),
  }
  return mailRequesters(ctx.db, removalId, mail, ctx.now, onlyIf)
}
