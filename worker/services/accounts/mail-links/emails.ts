import { sql } from 'drizzle-orm'
import { linkMs, newAddressSubject } from '#contract/values/accounts/account'
import { hour, minute } from '#contract/values/shared/time'
import type { Condition } from '#db/conditions'
import { filledIn, insertMails, placeholders } from '#db/queries/shared/mail'
import type { ServiceContext } from '../../context'
import { emailText, queueMail } from '../../shared/mail'

interface Account {
  id: number
  username: string
  email: string
}

interface EmailText {
  dedupeKey: string
  subject: string
  paragraphs: string[]
  /** Replaces the account's own address as the recipient. */
  to?: string
}

/**
 * Queues an email to each account that `accounts` picks. The database fills in the rest, so no account is
 * looked up first.
 */
function mailAccounts(
  ctx: ServiceContext,
  accounts: Condition,
  { dedupeKey, subject, paragraphs, to }: EmailText,
) {
  // A name may read like a URL and the address may be a stranger's: only confirmed addresses are greeted by
  // name.
  const name = to === undefined ? sql`case when email_verified_at is not null then username end` : sql`null`
  const body = filledIn(emailText(ctx, placeholders.name, paragraphs), { name, number: sql`''` })
  const mail = { dedupeKey, recipient: to ?? sql`email`, subject, body, userId: sql`id` }
  return insertMails(ctx.db, mail, ctx.now, sql`from users where ${accounts}`)
}

interface Linked {
  dedupeKey: string
  link: string
}

export function verifyMail(ctx: ServiceContext, accounts: Condition, { dedupeKey, link }: Linked) {
  return mailAccounts(ctx, accounts, {
    dedupeKey,
    subject: 'Confirm your email address',
    paragraphs: [
      'Confirm your email address:',
      link,
      `The link works once and expires in ${linkMs.verify / hour} hours.`,
      "If you didn't sign up, someone entered your address by mistake. You can ignore this email.",
    ],
  })
}

export function resetMail(ctx: ServiceContext, accounts: Condition, { dedupeKey, link }: Linked) {
  return mailAccounts(ctx, accounts, {
    dedupeKey,
    subject: 'Reset your password',
    paragraphs: [
      'We received a request to reset your password. Choose a new one here:',
      link,
      `The link works once and expires in ${linkMs.reset / minute} minutes.`,
      "If you didn't request this, you can ignore this email. Your password stays the same.",
    ],
  })
}

export function emailOldMail(
  ctx: ServiceContext,
  accounts: Condition,
  { dedupeKey, link, wanted }: Linked & { wanted: string },
) {
  return mailAccounts(ctx, accounts, {
    dedupeKey,
    subject: 'Confirm your new email address',
    paragraphs: [
      `We received a request to change your account's email address to ${wanted} . To confirm, open this link:`,
      link,
      `The link works once and expires in ${linkMs['email-old'] / minute} minutes. We've emailed the new address too. The change takes effect once both are confirmed.`,
      `If it wasn't you, don't open the link, and change your password: ${ctx.config.siteOrigin}/account?tab=settings`,
    ],
  })
}

export function emailNewMail(
  ctx: ServiceContext,
  accounts: Condition,
  { dedupeKey, link, wanted }: Linked & { wanted: string },
) {
  return mailAccounts(ctx, accounts, {
    dedupeKey,
    to: wanted,
    subject: newAddressSubject,
    paragraphs: [
      "Confirm this as your account's new email address:",
      link,
      `The link works once and expires in ${linkMs['email-new'] / minute} minutes. We've emailed the old address too. The change takes effect once both are confirmed.`,
      "If you didn't request this, you can ignore this email.",
    ],
  })
}

/** Tells the owner of an address that another account wanted it; no one else learns that it is taken. */
export function emailTakenMail(ctx: ServiceContext, accounts: Condition, dedupeKey: string) {
  return mailAccounts(ctx, accounts, {
    dedupeKey,
    subject: 'Your email address is already in use',
    paragraphs: [
      'Someone tried to use this address for another account. It already belongs to yours, so nothing has changed.',
      `If it was you, sign in to this account instead, or reset your password: ${ctx.config.siteOrigin}/forgot-password`,
    ],
  })
}

/** Writes to the previous address, whose owner can still object. */
export function emailChangedMail(ctx: ServiceContext, { id, username, email }: Account, onlyIf: Condition) {
  const mail = {
    dedupeKey: `email-changed:${id}:${ctx.now}`,
    to: email,
    subject: 'Your email address was changed',
    body: emailText(ctx, username, [
      "Your account now uses a different email address. This is the last email we'll send here.",
      `If you didn't confirm this, contact ${ctx.settings.contactEmail}.`,
    ]),
  }
  return queueMail(ctx, mail, onlyIf)
}

/** The effect of a new password on passkeys and two-step sign-in. */
export type FactorsAfter = keyof typeof factorsAfter

const factorsAfter = {
  kept: "Passkeys and two-step sign-in haven't changed. Review them at",
  withoutPasskeys:
    "Your passkeys were removed, as you asked. Two-step sign-in hasn't changed. Review both at",
  dropped:
    'Passkeys and two-step sign-in were removed, because this address had never been confirmed and someone else could have set them up. Set up your own at',
} as const

export function passwordChangedMail(
  ctx: ServiceContext,
  { id, username, email }: Account,
  onlyIf: Condition,
  factors: FactorsAfter = 'kept',
) {
  const mail = {
    dedupeKey: `password-changed:${id}:${ctx.now}`,
    to: email,
    subject: 'Your password was changed',
    body: emailText(ctx, username, [
      "Your password was changed, and you've been signed out on all other devices.",
      `${factorsAfter[factors]} ${ctx.config.siteOrigin}/account?tab=settings`,
      `If it wasn't you, reset it right away: ${ctx.config.siteOrigin}/forgot-password`,
    ]),
  }
  return queueMail(ctx, mail, onlyIf)
}
