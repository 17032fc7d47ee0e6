import type { SecondFactorNeeded } from '../../../../contract/schemas/accounts/account'
import type { SignIn } from '../../../../contract/schemas/accounts/auth'
import { canonicalUsername } from '../../../../contract/values/accounts/usernames'
import { accountByUsername, renewPasswordHash } from '../../../../db/queries/accounts/users'
import { AppError } from '../../../errors'
import type { ServiceContext, UserActor } from '../../context'
import { enforceLimits, giveBack } from '../../shared/rate-limits'
import { askSecondFactor } from '../second-factor'
import { enter, refuseBanned } from './enter'
import { dummyHash, hashPassword, verifyPassword } from './password'

/**
 * Signs in by name and password, or returns the second factors needed. Unknown names and wrong passwords get
 * the same response after the same time.
 */
export async function signIn(ctx: ServiceContext, input: SignIn): Promise<UserActor | SecondFactorNeeded> {
  const canonical = canonicalUsername(input.username)
  await enforceLimits(ctx, [
    { action: 'signInAddress', key: ctx.client.address },
    { action: 'signInAccount', key: canonical },
    { action: 'signInAccountDay', key: canonical },
  ])
  const [named] = await accountByUsername(ctx.db, canonical)
  // An account that is being erased gets the same response as an unknown name.
  const account = named?.erasingAt === null ? named : undefined
  const check = await verifyPassword(
    input.password,
    account?.passwordHash ?? dummyHash(ctx.config),
    ctx.config,
  )
  if (!account || !check.right) {
    throw new AppError('bad_credentials', 'Invalid username or password. Please try again.')
  }
  refuseBanned(account, ctx.now)
  await ctx.db.batch([
    giveBack(ctx, 'signInAccount', canonical),
    giveBack(ctx, 'signInAccountDay', canonical),
  ])
  if (check.outdated) {
    const renewed = await hashPassword(input.password, ctx.config)
    await renewPasswordHash(ctx.db, account.id, account.passwordHash, renewed)
  }
  return (await askSecondFactor(ctx, account)) ?? enter(ctx, account)
}
