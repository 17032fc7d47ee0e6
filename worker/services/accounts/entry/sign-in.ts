import type { SecondFactorNeeded } from '#contract/schemas/accounts/account'
import type { SignIn } from '#contract/schemas/accounts/auth'
import { canonicalUsername } from '#contract/values/accounts/usernames'
import { type AccountForSignIn, accountByUsername, renewPasswordHash } from '#db/queries/accounts/users'
import { AppError } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { giveBackAll, type Use } from '../../shared/rate-limits'
import { dummyHash } from '../passwords/hash'
import {
  type Caller,
  enforceOfPlace,
  givenBackIfBusy,
  type Hasher,
  hasPlace,
  inHashQueue,
} from '../passwords/hash-queue'
import { windowsOfDevice, windowsOfName } from '../passwords/sign-in-windows'
import { hashAsStranger } from '../proof-of-work/price'
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
  const account = await checkPassword(ctx, input, deviceCookie)
  return (account.hasTotp && (await askSecondFactor(ctx, account))) || account
}

/** No account's; so that an unknown name takes the same work. */
const nobody = { id: 0, tokenVersion: 0 }

/** Returns the account with this name and password. Throws when there is none, or it is banned. */
async function checkPassword(
  ctx: ServiceContext,
  { username, password, proof }: SignIn,
  deviceCookie: string | undefined,
): Promise<AccountForSignIn> {
  const canonical = canonicalUsername(username)
  const find = async () => {
    const [named] = await accountByUsername(ctx.db, canonical)
    // An account that is being erased gets the same response as an unknown name.
    return named?.deletingAt === null ? named : undefined
  }
  // Without the cookie there is no known device, so nothing of the account is needed before the place.
  const found = deviceCookie === undefined ? undefined : await find()
  const device = knownDevice(deviceCookie, found ?? nobody, ctx.config)
  // A known device shares its network with strangers, who must not lock it out either.
  const known = found && device !== null ? { account: found, failures: windowsOfDevice(found, device) } : null
  if (known) {
    const { account, failures } = known
    const caller: Caller = { rank: account.staff === null ? 'known' : 'staff', key: String(account.id) }
    // Where its own places are full, it can still take one of strangers.
    if (hasPlace(ctx, caller)) {
      return inHashQueue(ctx, caller, async (hasher) => {
        await enforceOfPlace(ctx, caller, failures)
        return compare(ctx, hasher, account, password, failures)
      })
    }
  }
  return hashAsStranger(ctx, 'sign-in', proof, async (hasher, count) => {
    const failures = known?.failures ?? windowsOfName(canonical)
    const [account, networks] = await Promise.all([
      deviceCookie === undefined ? find() : found,
      count([...failures, { action: 'signInAddress', key: ctx.client.address }]),
    ])
    return compare(ctx, hasher, account, password, [...failures, ...networks])
  })
}

/** Compares the password, and gives back the uses counted as failures when it is right. */
async function compare(
  ctx: ServiceContext,
  { verify }: Hasher,
  account: AccountForSignIn | undefined,
  password: string,
  failures: readonly [Use, ...Use[]],
): Promise<AccountForSignIn> {
  const stored = account?.passwordHash ?? dummyHash(ctx.config)
  const check = await givenBackIfBusy(ctx, failures, () => verify(password, stored))
  if (!account || !check.right) {
    throw new AppError('bad_credentials', 'Invalid username or password. Please try again.')
  }
  refuseBanned(account, ctx.now)
  ctx.defer(giveBackAll(ctx, failures))
  if (check.renewed !== null) await renewPasswordHash(ctx.db, account.id, stored, check.renewed)
  return account
}
