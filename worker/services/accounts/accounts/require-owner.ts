import { canonicalUsername } from '../../../../contract/values/accounts/usernames'
import { stayingAccountNamed } from '../../../../db/queries/accounts/users'
import { invalidField } from '../../../errors'
import type { ServiceContext } from '../../context'

/** Returns the ID of the account with this name. Throws `invalid_input` on the field without one that stays. */
export async function requireStaying(ctx: ServiceContext, owner: string): Promise<number> {
  const [account] = await stayingAccountNamed(ctx.db, canonicalUsername(owner))
  if (!account) throw invalidField('owner', `There is no account named ${owner}.`)
  return account.id
}
