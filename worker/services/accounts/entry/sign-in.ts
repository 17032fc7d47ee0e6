import type { SecondFactorNeeded } from '#contract/schemas/accounts/account'
import type { SignIn } from '#contract/schemas/accounts/auth'
import { canonicalUsername } from '#contract/values/accounts/usernames'
import { type AccountForSignIn, accountByUsername, renewPasswordHash } from '#db/queries/accounts/users'
import { AppError } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { enforceLimits, giveBack } from '../../shared/rate-limits'
import { dummyHash, hashPassword, verifyPassword } from '../passwords/hash'
import { inHashQueue } from '../passwords/hash-queue'
import { windowsOfDevice, windowsOfName } from '../passwords/sign-in-windows'
import { askSecondFactor } from '../second-factor/ask'
import { knownDevice } from '../sessions/known-device'
import { refuseBanned } from './enter'

/**
 * Returns the account that enters by name and password, or the second factors needed. Unknown names and wrong
 * passwords get the same response after the same time.
 */
export async function signIn(
  ctx: ServiceContext,
  input: SignIn,
  deviceCookie?: string,
): Promise<AccountForSignIn | SecondFactorNeeded> {
  const account = await inHashQueue(ctx, () => checkPassword(ctx, input, deviceCookie))
  return (account.hasTotp && (await askSecondFactor(ctx, account))) || account
}

/** Returns the account with this name and password. Throws when there is none, or it is banned. */
async function checkPassword(
  ctx: ServiceContext,
  input: SignIn,
  deviceCookie: string | undefined,
): Promise<AccountForSignIn> {
  const canonical = canonicalUsername(input.username)
  const countAsStranger = () =>
    enforceLimits(ctx, [...windowsOfName(canonical), { action: 'signInAddress', key: ctx.client.address }])
  // Without the cookie there is no known device, so nothing of the account is needed first.
  const [[named]] = await Promise.all([
    accountByUsername(ctx.db, canonical),
    deviceCookie === undefined ? countAsStranger() : undefined,
  ])
  // An account that is being erased gets the same response as an unknown name.
  const account = named?.deletingAt === null ? named : undefined
  const device = account ? knownDevice(deviceCookie, account, ctx.config) : null
  const failures = account && device !== null ? windowsOfDevice(account, device) : windowsOfName(canonical)
  // A known device shares its network with strangers, who must not lock it out either.
  if (device !== null) await enforceLimits(ctx, failures)
  else if (deviceCookie !== undefined) await countAsStranger()
  const check = await verifyPassword(
    input.password,
    account?.passwordHash ?? dummyHash(ctx.config),
    ctx.config,
  )
  if (!account || !check.right) {
    throw new AppError('bad_credentials', 'Invalid username or password. Please try again.')
  }
  refuseBanned(account, ctx.now)
  const [quarter, day] = failures
  ctx.defer(ctx.db.batch([giveBack(ctx, quarter.action, quarter.key), giveBack(ctx, day.action, day.key)]))
  if (check.outdated) {
    const renewed = await hashPassword(input.password, ctx.config)
    await renewPasswordHash(ctx.db, account.id, account.passwordHash, renewed)
  }
  return account
}
