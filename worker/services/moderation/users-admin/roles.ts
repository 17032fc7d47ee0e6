import { sql } from 'drizzle-orm'
import type { AdminUser } from '#contract/schemas/moderation/users'
import { mayAppoint, rolesToGive, staffRoleOf } from '#contract/values/accounts/appointments'
import { can } from '#contract/values/accounts/permissions'
import type { StaffRole } from '#contract/values/accounts/roles'
import { batchNamed } from '#db/batch-named'
import { always, type Condition, condition } from '#db/conditions'
import { setRole } from '#db/queries/accounts/users'
import { lookThroughAgain } from '#db/queries/moderation/card-rules'
import { whereBanned, whereOtherOwner, whereRoleAmong } from '#db/queries/shared/account-standing'
import { revokeSessionsOf } from '#db/queries/shared/revocations'
import { AppError } from '#worker/errors'
import { isBanned } from '../../accounts/sessions'
import type { UserContext } from '../../context'
import { audit, isDone } from '../../shared/audit'
import { copyChanged } from '../../shared/settings'
import { lookThrough } from '../card-rules/look-through'
import { findAccount, getUser } from './get'
import { whereActorKeepsRole } from './guard'

/** Makes an account an administrator. A banned account must be unbanned first. */
export async function promoteUser(ctx: UserContext, id: number): Promise<AdminUser> {
  return changeRole(ctx, id, 'administrator')
}

/** Revokes an account's role. */
export async function demoteUser(ctx: UserContext, id: number): Promise<AdminUser> {
  return changeRole(ctx, id, null)
}

/**
 * Gives an account another role, or none, and ends its sessions, whose tokens for media and open pages are
 * outdated. No one changes their own, except a site owner while there is another.
 */
export async function changeRole(ctx: UserContext, id: number, to: StaffRole | null): Promise<AdminUser> {
  const from = staffRoleOf(await findAccount(ctx, id))
  if (from !== to) await change(ctx, id, from, to)
  else if (!(await isJustGiven(ctx, id, to))) throw new AppError('conflict', alreadyHas(to))
  return getUser(ctx, id)
}

/** Returns whether the actor has just given the account the role it has: the answer was lost, and they ask again. */
async function isJustGiven(ctx: UserContext, id: number, role: StaffRole | null): Promise<boolean> {
  const act = { subject: 'user', subjectId: id, details: { after: { role } } }
  const done = await Promise.all(
    ['user.promote', 'user.demote'].map((action) => isDone(ctx, { ...act, action })),
  )
  return done.includes(true)
}

async function change(
  ctx: UserContext,
  id: number,
  from: StaffRole | null,
  to: StaffRole | null,
): Promise<void> {
  const { actor, db, now } = ctx
  const isOwn = id === actor.id
  if (isOwn && actor.staff !== 'owner')
    throw new AppError('forbidden', "You can't change your own role. Ask another administrator.")
  if (!isOwn && !mayAppoint(actor.role, from, to)) throw refusal(ctx, from)
  const onlyIf = condition(sql`(${whereActorKeepsRole(ctx)} and exists (select 1 from users target
    where target.id = ${id} and target.deleting_at is null and ${whereRoleAmong('target', [from])}
      and ${to === null ? always : whereNotBanned(now)} and ${isOwn ? whereOtherOwner(id, now) : always}))`)
  const act = {
    action: isRise(from, to) ? 'user.promote' : 'user.demote',
    subject: 'user',
    subjectId: id,
    details: { before: { role: from }, after: { role: to } },
  }
  const { changed, unseen } = await batchNamed(db, [
    audit(ctx, act, onlyIf),
    revokeSessionsOf(db, id, now, onlyIf),
    { changed: setRole(db, id, to, onlyIf) },
    // An administrator's videos need no review; anyone else's do while cards are taken.
    { unseen: lookThroughAgain(db, id, now) },
  ])
  if (changed.length === 0) throw await explain(ctx, id, to)
  if (unseen.length === 0) return
  await copyChanged(ctx)
  await lookThrough(ctx)
}

function whereNotBanned(now: number): Condition {
  return condition(sql`not ${whereBanned('target', now)}`)
}

/** Support and moderators are of equal rank: a change between them counts as a rise. */
function isRise(from: StaffRole | null, to: StaffRole | null): boolean {
  if (to === null) return false
  return from === null || to === 'owner' || (from !== 'owner' && from !== 'administrator')
}

const names: Record<StaffRole, string> = {
  support: 'in support',
  moderator: 'a moderator',
  administrator: 'an administrator',
  owner: 'a site owner',
}

function alreadyHas(role: StaffRole | null): string {
  return role === null ? 'This account has no role.' : `This account is already ${names[role]}.`
}

function refusal({ actor }: UserContext, from: StaffRole | null): AppError {
  if (from === 'owner')
    return new AppError('forbidden', "A site owner's role can't be taken away. Only they can give it up.")
  if (rolesToGive(actor.role).length > 0 && !can(actor.role, 'staff.appointAdministrators'))
    return new AppError('forbidden', 'Only the site owner names and removes administrators.')
  return new AppError('forbidden', "You don't have permission to do this.")
}

/** Explains what happened meanwhile, or what prevents the change. */
async function explain(ctx: UserContext, id: number, to: StaffRole | null): Promise<AppError> {
  const { actor, now } = ctx
  const me = await findAccount(ctx, actor.id)
  if (staffRoleOf(me) !== actor.staff || isBanned(me, now))
    return new AppError('forbidden', 'Your role has changed. Sign in again.')
  if (id === actor.id) return new AppError('conflict', "You're the only site owner. Name another one first.")
  const row = await findAccount(ctx, id)
  if (row.deletingAt !== null) return new AppError('conflict', 'This account was deleted.')
  if (to !== null && isBanned(row, now))
    return new AppError('conflict', 'This account is banned. Lift the ban first.')
  return new AppError('conflict', 'The role was changed by someone else. Reload the page.')
}
