import { createHmac } from 'node:crypto'
import type { ServiceContext } from '../../context'
import { networksOf } from '../../shared/networks'
import { giveBack, isWithinLimit } from '../../shared/rate-limits'

/**
 * Returns a key of the reporter: the account, or a keyed hash of everything that tells apart people behind
 * one IP address. That includes the report's text: other people there must not read its outcome, and their
 * own reports must not be taken for it. Only the text is stored, and the email address if a reply is wanted.
 */
export function reporterKey(
  ctx: ServiceContext,
  email: string | undefined,
  words: readonly string[],
): string {
  const { actor, client } = ctx
  if (actor.kind === 'user') return accountKey(actor.id)
  return keyedHash(ctx, ['reporter', client.address, client.userAgent, (email ?? '').toLowerCase(), ...words])
}

/**
 * Returns a key of the reporter of a comment. Its outcome can't be read by such a report, so the text needn't
 * tell visitors apart: one address has one open report for each reason. Visitors' keys sort after those of
 * accounts, which the desk shows first.
 */
export function commentReporterKey(ctx: ServiceContext, reason: string): string {
  const { actor, client } = ctx
  return actor.kind === 'user'
    ? accountKey(actor.id)
    : `visitor:${keyedHash(ctx, ['comment reporter', client.address, reason])}`
}

/**
 * Returns a key of the widest network around the reporter, by which staff dismiss what one sender made up. It
 * is stored; the address isn't.
 */
export function reporterNetwork(ctx: ServiceContext): string {
  const { narrow, middle, wide } = networksOf(ctx.client.address)
  return keyedHash(ctx, ['network', wide ?? middle ?? narrow])
}

/** Returns the key of the limit, which changing browser or email address doesn't evade. */
export function reportLimitKey(ctx: ServiceContext): string {
  const { actor, client } = ctx
  return actor.kind === 'user' ? accountKey(actor.id) : keyedHash(ctx, ['report', client.address])
}

/**
 * Returns the typed address within its limit of emails; an account is emailed at its own confirmed one. Null
 * if no one is to be emailed there.
 */
export async function reporterAddress(
  ctx: ServiceContext,
  email: string | undefined,
): Promise<string | null> {
  if (ctx.actor.kind === 'user' || email === undefined) return null
  return (await isWithinLimit(ctx, 'reportMail', email.toLowerCase())) ? email : null
}

/** Gives back the uses of the limits that were counted for a report that wasn't filed. */
export async function giveBackReport(ctx: ServiceContext, email: string | undefined): Promise<void> {
  const counted = ctx.actor.kind === 'user' ? undefined : email?.toLowerCase()
  const mails = counted === undefined ? [] : [giveBack(ctx, 'reportMail', counted)]
  await ctx.db.batch([giveBack(ctx, 'report', reportLimitKey(ctx)), ...mails])
}

function accountKey(id: number): string {
  return `user:${id}`
}

function keyedHash({ config }: ServiceContext, parts: string[]): string {
  const hash = createHmac('sha256', config.viewerKey).update(parts.join('\n'))
  return hash.digest().subarray(0, 16).toString('base64url')
}
