import { sql } from 'drizzle-orm'
import type { AdminUser } from '../../../../contract/schemas/moderation/users'
import { batchNamed } from '../../../../db/batch-named'
import { always, condition } from '../../../../db/conditions'
import { setRole } from '../../../../db/queries/accounts/users'
import { whereBanned } from '../../../../db/queries/shared/account-standing'
import { revokeSessionsOf } from '../../../../db/queries/shared/revocations'
import { AppError } from '../../../errors'
import { isBanned } from '../../accounts/sessions'
import type { UserContext } from '../../context'
import { audit } from '../../shared/audit'
import { getUser } from './get'
import { explainRefusal, whereActorAdministers } from './guard'

/** Makes an account an administrator. A banned account must be unbanned first. */
export async function promoteUser(ctx: UserContext, id: number): Promise<AdminUser> {
  return changeRole(ctx, id, true)
}

/** Revokes another administrator's role. */
export async function demoteUser(ctx: UserContext, id: number): Promise<AdminUser> {
  if (id === ctx.actor.id)
    throw new AppError('forbidden', "You can't remove your own role. Ask another administrator.")
  return changeRole(ctx, id, false)
}

/** Changes the role and ends the sessions, whose tokens for media and open pages are outdated. */
async function changeRole(ctx: UserContext, id: number, isAdmin: boolean): Promise<AdminUser> {
  const { db, now } = ctx
  const promotable = isAdmin ? sql`not ${whereBanned('target', now)}` : always
  const onlyIf = condition(sql`(${whereActorAdministers(ctx)} and exists (select 1 from users target
    where target.id = ${id} and target.erasing_at is null and target.is_admin = ${Number(!isAdmin)} and ${promotable}))`)
  const act = {
    action: isAdmin ? 'user.promote' : 'user.demote',
    subject: 'user',
    subjectId: id,
    details: { before: { isAdmin: !isAdmin }, after: { isAdmin } },
  }
  const { changed } = await batchNamed(db, [
    audit(ctx, act, onlyIf),
    revokeSessionsOf(db, id, now, onlyIf),
    { changed: setRole(db, id, isAdmin, onlyIf) },
  ])
  if (changed.length === 0) {
    throw await explainRefusal(ctx, id, (row) => {
      if (isAdmin && isBanned(row, now)) return 'This account is banned. Lift the ban first.'
      return isAdmin ? 'This account is already an administrator.' : "This account isn't an administrator."
    })
  }
  return getUser(ctx, id)
}
