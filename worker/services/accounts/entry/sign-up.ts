import { sql } from 'drizzle-orm'
import type { SignUp } from '#contract/schemas/accounts/auth'
import {
  canonicalUsername,
  checkUsername,
  displayUsername,
  usernameSkeleton,
} from '#contract/values/accounts/usernames'
import { condition } from '#db/conditions'
import { acceptDocuments, clashingAccounts, insertUser } from '#db/queries/accounts/users'
import { AppError, invalidField } from '#worker/errors'
import type { ServiceContext, UserActor } from '../../context'
import { refuseBlockedTerms } from '../../shared/blocked-terms'
import { kickMail } from '../../shared/mail'
import { enforceLimits, giveBack, type Use } from '../../shared/rate-limits'
import { verificationOf } from '../email-address/verify'
import { givenBackIfBusy } from '../passwords/hash-queue'
import { refusals } from '../passwords/refusals'
import { refuseWeakPassword } from '../passwords/weak'
import { type CountAtPrice, hashAsStranger } from '../proof-of-work/price'
import { startSession } from '../sessions/start'

/** The documents that the form's checkbox agrees to. The versions in force are stored with the account. */
export const agreedDocuments = ['terms', 'privacy'] as const

/** Creates an account and signs it in. Limits come before the expensive hash. */
export async function signUp(ctx: ServiceContext, input: SignUp): Promise<UserActor> {
  const fault = checkUsername(input.username)
  if (fault) throw invalidField('username', fault)
  const username = displayUsername(input.username)
  const usernameCanonical = canonicalUsername(username)
  const emailCanonical = input.email.toLowerCase()

  const names = { canonical: usernameCanonical, skeleton: usernameSkeleton(username), email: emailCanonical }
  await refuseWeakPassword(ctx, input, 'password')
  const passwordHash = await hashAsStranger(ctx, 'sign-up', input.proof, async ({ hash }, count) => {
    const counted = await refuseKnown(ctx, names, count)
    refuseBlockedTerms(ctx, [{ field: 'username', place: 'username', text: username }])
    const newAccount = { action: 'signUp', key: ctx.client.address } as const
    await enforceLimits(ctx, [newAccount])
    return givenBackIfBusy(ctx, [newAccount, ...counted], () => hash(input.password))
  })

  const account = {
    username,
    email: input.email,
    emailVerifiedAt: null,
    staff: null,
    savesHistory: true,
    mutedNotices: [],
    noticesReadAt: 0,
    premiumUntil: null,
    latestClaim: null,
    tokenVersion: 0,
    createdAt: ctx.now,
  }
  const insert = insertUser(ctx.db, {
    username,
    usernameCanonical,
    usernameSkeleton: names.skeleton,
    email: input.email,
    emailCanonical,
    passwordHash,
    createdAt: ctx.now,
  })
  const agree = acceptDocuments(ctx.db, usernameCanonical, agreedDocuments, ctx.now)
  // The account works before its address is confirmed.
  const verification = verificationOf(ctx, condition(sql`username_canonical = ${usernameCanonical}`))
  const id = await insertAccount()
  ctx.defer(kickMail(ctx))
  return startSession(ctx, { ...account, id })

  async function insertAccount(): Promise<number> {
    try {
      const [[row]] = await ctx.db.batch([insert, agree, ...verification])
      if (row) return row.id
    } catch (error) {
      // Two sign-ups at once: the unique indexes decide, and the loser gets the response of a later sign-up.
      throw (await clashOf(ctx, names)) ?? error
    }
    throw new Error('The new account has no id')
  }
}

interface Names {
  canonical: string
  skeleton: string
  email: string
}

/**
 * Refuses taken names, before the limit on new accounts: a person whose first three names are taken must not
 * be locked out for an hour. An IP address that tries too many registered emails gets the same refusal for
 * every email. Returns what a sign-up that isn't done gives back: not the try, whose answer is known by then.
 */
async function refuseKnown(ctx: ServiceContext, names: Names, count: CountAtPrice): Promise<Use[]> {
  const { address } = ctx.client
  const networks = await count([
    { action: 'signUpTry', key: address },
    { action: 'emailTaken', key: address },
  ])
  const clash = await clashOf(ctx, names)
  if (clash?.code !== 'email_taken') await giveBack(ctx, 'emailTaken', address)
  if (clash) throw clash
  return networks
}

async function clashOf(ctx: ServiceContext, names: Names): Promise<AppError | null> {
  const clashes = await clashingAccounts(ctx.db, names)
  if (clashes.length === 0) return null
  const byEmail = clashes.some((account) => account.emailCanonical === names.email)
  return byEmail
    ? new AppError('email_taken', refusals.emailTaken, {
        errors: [{ path: 'email', message: refusals.emailTaken }],
      })
    : new AppError('username_taken', refusals.usernameTaken, {
        errors: [{ path: 'username', message: refusals.usernameTaken }],
      })
}
