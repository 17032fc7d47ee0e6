import type { Security } from '#contract/schemas/accounts/account'
import { passkeysOf } from '#db/queries/accounts/passkeys'
import { recoveryHashesOf, totpInForce } from '#db/queries/accounts/second-factor'
import type { UserContext } from '../../context'
import { isToConfirm } from '../email-address/verify'
import { passkeyView } from '../passkeys/view'
import { isUsable } from './recovery-codes'

/** Returns the second factors of the account. */
export async function getSecurity(ctx: UserContext): Promise<Security> {
  const { db, actor, config } = ctx
  const [[totp], hashes, keys] = await db.batch([
    totpInForce(db, actor.id),
    recoveryHashesOf(db, actor.id),
    passkeysOf(db, actor.id),
  ])
  return {
    totp: totp !== undefined,
    recoveryCodesLeft: hashes.filter(({ hash }) => isUsable(hash, config.passwordPeppers)).length,
    confirmFirst: isToConfirm(ctx),
    passkeys: keys.map(passkeyView),
  }
}
