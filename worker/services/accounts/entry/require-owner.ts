import { rolesBelow, staffRoleOf } from '#contract/values/accounts/appointments'
import { canonicalUsername } from '#contract/values/accounts/usernames'
import { stayingAccountNamed } from '#db/queries/accounts/users'
import { invalidField } from '#worker/errors'
import type { UserContext } from '../../context'

export type Owner = Awaited<ReturnType<typeof requireOwner>>

/**
 * Returns the account with this name, for which the actor may publish: their own, or one with a lower role.
 * Throws `invalid_input` on the field if there is none, or it is leaving.
 */
export async function requireOwner({ db, actor }: UserContext, owner: string) {
  const [account] = await stayingAccountNamed(db, canonicalUsername(owner))
  if (!account) throw invalidField('owner', `There is no account named ${owner}.`)
  const isBelow = actor.staff !== null && rolesBelow(actor.staff).includes(staffRoleOf(account))
  if (account.id !== actor.id && !isBelow)
    throw invalidField('owner', `You can't publish for ${owner}, because their role isn't below yours.`)
  return account
}
