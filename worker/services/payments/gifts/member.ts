import { rolesBelow, staffRoleOf } from '#contract/values/accounts/appointments'
import { accountById } from '#db/queries/accounts/users'
import { AppError, notFound } from '#worker/errors'
import type { UserContext } from '../../context'

/**
 * Returns an account to which the actor may give gifts, and whose gifts they may revoke. Throws for any
 * other; `ifOwn` is the refusal for the actor's own account.
 */
export async function requireMember({ db, actor }: UserContext, userId: number, ifOwn: string) {
  if (userId === actor.id) throw new AppError('forbidden', ifOwn)
  const [account] = await accountById(db, userId)
  if (!account || account.deletingAt !== null) throw notFound('The account')
  if (!actor.staff || !rolesBelow(actor.staff).includes(staffRoleOf(account)))
    throw new AppError('forbidden', "You can't act on an account with this role.")
  return account
}
