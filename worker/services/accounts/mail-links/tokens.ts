import { createHash, randomBytes } from 'node:crypto'
import { accountMessages, type LinkKind, linkMs } from '#contract/values/accounts/account'
import type { Condition } from '#db/conditions'
import { type BroughtToken, replaceMailTokens, tokenAccount } from '#db/queries/accounts/mail-tokens'
import { AppError } from '#worker/errors'
import type { ServiceContext } from '../../context'

/** Pages that the links open. Each has a button: opening a page changes nothing. */
const pages: Record<LinkKind, string> = {
  verify: '/verify-email',
  reset: '/reset-password',
  'email-old': '/confirm-email',
  'email-new': '/confirm-email',
}

/** Returns a link's token of 256 random bits, and its hash, which is all that is stored. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOf(token) }
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/**
 * Builds a link with the token behind `#`, which no log or referrer receives. The origin is the configured
 * one, never the request's Host.
 */
export function linkTo({ config }: ServiceContext, page: string, token: string): string {
  return `${config.siteOrigin}${page}#${token}`
}

/**
 * Prepares a link for the at most one account that `accounts` picks (an SQL condition on users), with the
 * statements that make it valid.
 */
export function issueLink(ctx: ServiceContext, kind: LinkKind, accounts: Condition, email?: string) {
  const { token, hash } = newToken()
  const stored = { hash, kind, ...(email !== undefined && { email }) }
  const times = { now: ctx.now, expiresAt: ctx.now + linkMs[kind] }
  return {
    /** Identifies the event for the outbox. */
    dedupeKey: `link:${hash}`,
    link: linkTo(ctx, pages[kind], token),
    statements: replaceMailTokens(ctx.db, stored, times, accounts),
  }
}

/** Prepares a received token for its lookup among these kinds. */
export function broughtToken(ctx: ServiceContext, token: string, kinds: readonly LinkKind[]): BroughtToken {
  const actorId = ctx.actor.kind === 'user' ? ctx.actor.id : null
  return { hash: hashOf(token), kinds, now: ctx.now, actorId }
}

/** Returns the account that a link belongs to. Throws when the link is invalid. */
export async function accountOfToken(ctx: ServiceContext, brought: BroughtToken) {
  const [account] = await tokenAccount(ctx.db, brought)
  if (!account) throw linkDead()
  return account
}

/** Returns the one refusal for invalid links of every kind, so that it reveals nothing. */
export function linkDead(): AppError {
  return new AppError('not_found', accountMessages.linkDead)
}
