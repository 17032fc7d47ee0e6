import { sql } from 'drizzle-orm'
import { linkMs, newAddressSubject } from '../../../../contract/values/accounts/account'
import { hour, minute } from '../../../../contract/values/shared/time'
import type { Condition } from '../../../../db/conditions'
import { filledIn, insertMails, placeholders } from '../../../../db/queries/shared/mail'
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
    subject: 'Please confirm your email address',
    paragraphs: [
      'Please confirm that this is your email address:',
      link,
      `The link is good once, for ${linkMs.verify / hour} hours.`,
      "If you didn't make an account here, somebody typed your address by mistake. Then you can throw this mail away.",
    ],
  })
}

export function resetMail(ctx: ServiceContext, accounts: Condition, { dedupeKey, link }: Linked) {
  return mailAccounts(ctx, accounts, {
    dedupeKey,
    subject: 'A new password for your account',
    paragraphs: [
      'Somebody asked for a new password for your account. If it was you, choose one here:',
      link,
      `The link is good once, for ${linkMs.reset / minute} minutes.`,
      "If it wasn't you, you can throw this mail away: your password stays as it is.",
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
    subject: 'Please confirm the change of your email address',
    paragraphs: [
      `Somebody who is signed in to your account asked for mails to go to ${wanted} from now on. If it was you, confirm it here:`,
      link,
      `The link is good once, for ${linkMs['email-old'] / minute} minutes. We have written to the new address as well: it changes when both have confirmed.`,
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
      'Please confirm that mails for your account are to go to this address:',
      link,
      `The link is good once, for ${linkMs['email-new'] / minute} minutes. We have written to the old address as well: it changes when both have confirmed.`,
      'If you asked for nothing of the kind, you can throw this mail away.',
    ],
  })
}

/** Tells the owner of an address that another account wanted it; nobody else learns that it is taken. */
export function emailTakenMail(ctx: ServiceContext, accounts: Condition, dedupeKey: string) {
  return mailAccounts(ctx, accounts, {
    dedupeKey,
    subject: 'Your email address is in use already',
    paragraphs: [
      'Somebody wanted to use this address for another account here. It belongs to yours, so nothing was changed.',
      `If it was you, sign in to this account instead, or ask for a new password: ${ctx.config.siteOrigin}/forgot-password`,
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
      'Mails for your account go to another address from now on. This is the last one to this address.',
      `If you didn't confirm this, write to ${ctx.settings.contactEmail}.`,
    ]),
  }
  return queueMail(ctx, mail, onlyIf)
}

/** What became of passkeys and two-step sign-in when the password was changed. */
export type FactorsAfter = keyof typeof factorsAfter

const factorsAfter = {
  kept: 'Passkeys and two-step sign-in stay as they were: look through them at',
  withoutPasskeys:
    'Its passkeys were removed, as was asked for with the new password. Two-step sign-in stays as it was. Look through both at',
  dropped:
    'Its passkeys and two-step sign-in were removed: this address had never been confirmed, so someone else could have set them up. Set up your own at',
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
      'The password of your account was changed, and it was signed out everywhere else.',
      `${factorsAfter[factors]} ${ctx.config.siteOrigin}/account?tab=settings`,
      `If it wasn't you, choose a new one at once: ${ctx.config.siteOrigin}/forgot-password`,
    ]),
  }
  return queueMail(ctx, mail, onlyIf)
}
