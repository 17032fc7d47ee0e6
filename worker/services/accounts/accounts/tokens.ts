import { createHash, randomBytes } from 'node:crypto'
import { accountMessages, type LinkKind, linkMs } from '../../../../contract/values/accounts/account'
import type { Condition } from '../../../../db/conditions'
import {
  type BroughtToken,
  replaceMailTokens,
  tokenAccount,
} from '../../../../db/queries/accounts/mail-tokens'
import { AppError } from '../../../errors'
import type { ServiceContext } from '../../context'

/** Pages that the links open. Each has a button: nothing changes when a page is opened. */
const pages: Record<LinkKind, string> = {
  verify: '/verify-email',
  reset: '/reset-password',
  'email-old': '/confirm-email',
  'email-new': '/confirm-email',
}

/** 256 random bits, which a link holds, and the hash that is all we keep of them. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOf(token) }
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Behind `#`, which browsers send to nobody: no log and no referrer has the token. Never of the request's Host. */
export function linkTo({ config }: ServiceContext, page: string, token: string): string {
  return `${config.siteOrigin}${page}#${token}`
}

/**
 * A link for the accounts that `accounts` picks (a condition on users in SQL, of one account or none), with the statements
 * that make it good.
 */
export function issueLink(ctx: ServiceContext, kind: LinkKind, accounts: Condition, email?: string) {
  const { token, hash } = newToken()
  const stored = { hash, kind, ...(email !== undefined && { email }) }
  const times = { now: ctx.now, expiresAt: ctx.now + linkMs[kind] }
  return {
    /** Names the event for the outbox. */
    dedupeKey: `link:${hash}`,
    link: linkTo(ctx, pages[kind], token),
    statements: replaceMailTokens(ctx.db, stored, times, accounts),
  }
}

/** What somebody brought, to be looked up as one of these kinds. */
export function broughtToken(ctx: ServiceContext, token: string, kinds: readonly LinkKind[]): BroughtToken {
  const actorId = ctx.actor.kind === 'user' ? ctx.actor.id : null
  return { hash: hashOf(token), kinds, now: ctx.now, actorId }
}

/** Whom a link is of. Throws where it does nothing. */
export async function accountOfToken(ctx: ServiceContext, brought: BroughtToken) {
  const [account] = await tokenAccount(ctx.db, brought)
  if (!account) throw linkDead()
  return account
}

/** One refusal of every link of every kind that does nothing, so that its answer says nothing. */
export function linkDead(): AppError {
  return new AppError('not_found', accountMessages.linkDead)
}
