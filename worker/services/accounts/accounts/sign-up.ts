import { sql } from 'drizzle-orm'
import type { SignUp } from '../../../../contract/schemas/accounts/auth'
import { messages } from '../../../../contract/values/accounts/messages'
import {
  canonicalUsername,
  checkUsername,
  displayUsername,
  usernameSkeleton,
} from '../../../../contract/values/accounts/usernames'
import { condition } from '../../../../db/conditions'
import { acceptDocuments, clashingAccounts, insertUser } from '../../../../db/queries/accounts/users'
import { AppError, invalidField } from '../../../errors'
import type { ServiceContext, UserActor } from '../../context'
import { kickMail } from '../../shared/mail'
import { enforceLimit } from '../../shared/rate-limits'
import { startSession } from '../sessions'
import { hashPassword } from './password'
import { verificationOf } from './verify-email'

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
  await enforceLimit(ctx, 'signUpTry', ctx.client.address)
  // Before the next limit: a person whose first three names are taken must not be locked out for an hour.
  await refuseClash(ctx, names)
  await enforceLimit(ctx, 'signUp', ctx.client.address)
  const passwordHash = await hashPassword(input.password, ctx.config)

  const account = {
    username,
    email: input.email,
    emailVerifiedAt: null,
    isAdmin: false,
    savesHistory: true,
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
      await refuseClash(ctx, names)
      throw error
    }
    throw new Error('The new account has no id')
  }
}

async function refuseClash(
  ctx: ServiceContext,
  names: { canonical: string; skeleton: string; email: string },
) {
  const clashes = await clashingAccounts(ctx.db, names)
  if (clashes.length === 0) return
  const byEmail = clashes.some((account) => account.emailCanonical === names.email)
  throw byEmail
    ? new AppError('email_taken', messages.emailTaken, {
        errors: [{ path: 'email', message: messages.emailTaken }],
      })
    : new AppError('username_taken', messages.usernameTaken, {
        errors: [{ path: 'username', message: messages.usernameTaken }],
      })
}
