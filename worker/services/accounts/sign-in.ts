import type { SignIn } from '../../../contract/schemas/auth'
import { canonicalUsername } from '../../../contract/values/usernames'
import { accountByUsername, updatePasswordHash } from '../../../db/queries/users'
import { AppError } from '../../errors'
import type { ServiceContext, UserActor } from '../context'
import { enforceLimits, giveBack } from '../limits'
import { isBanned } from '../sessions/authenticate'
import { startSession } from '../sessions/start'
import { dummyHash, hashPassword, verifyPassword } from './password'

/** Signs in by name and password. An unknown name takes as long as a wrong password, and hears the same. */
export async function signIn(ctx: ServiceContext, input: SignIn): Promise<UserActor> {
  const canonical = canonicalUsername(input.username)
  await enforceLimits(ctx, [
    { action: 'signInAddress', key: ctx.client.address },
    { action: 'signInAccount', key: canonical },
    { action: 'signInAccountDay', key: canonical },
  ])
  const { passwordPeppers } = ctx.config
  const [account] = await accountByUsername(ctx.db, canonical)
  const check = await verifyPassword(
    input.password,
    account?.passwordHash ?? dummyHash(passwordPeppers),
    passwordPeppers,
  )
  if (!account || !check.right) {
    throw new AppError('bad_credentials', 'Invalid username or password. Please try again.')
  }
  if (isBanned(account, ctx.now)) {
    const until =
      account.banUntil === null ? '' : ` until ${new Date(account.banUntil).toISOString().slice(0, 10)}`
    throw new AppError('banned', `This account is suspended${until}: ${account.banReason}`)
  }
  await ctx.db.batch([
    giveBack(ctx, 'signInAccount', canonical),
    giveBack(ctx, 'signInAccountDay', canonical),
  ])
  if (check.outdated) {
    await updatePasswordHash(ctx.db, account.id, await hashPassword(input.password, passwordPeppers))
  }
  return startSession(ctx, {
    id: account.id,
    username: account.username,
    email: account.email,
    emailVerifiedAt: account.emailVerifiedAt,
    createdAt: account.createdAt,
    isAdmin: account.isAdmin,
    premiumUntil: account.premiumUntil,
    tokenVersion: account.tokenVersion,
  })
}
