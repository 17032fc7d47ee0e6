import { sql } from 'drizzle-orm'
import { rolesToReset, staffRoleOf } from '#contract/values/accounts/appointments'
import { type StaffRole, staffRoles } from '#contract/values/accounts/roles'
import { factorResetHours } from '#contract/values/moderation/account-care'
import { hour } from '#contract/values/shared/time'
import { batchNamed, type Step } from '#db/batch-named'
import { type Condition, condition } from '#db/conditions'
import { endEverythingBegun } from '#db/queries/accounts/mail-tokens'
import { deleteRecoveryCodes, deleteTotp, whereTotpInForce } from '#db/queries/accounts/second-factor'
import { endSessions, raiseTokenVersion } from '#db/queries/accounts/sessions'
import {
  deleteFactorReset,
  factorResetOf,
  insertFactorReset,
  openFactorResets,
  whereAskedByAnother,
  whereFactorResetOpen,
} from '#db/queries/moderation/account-care'
import type { AccountRow } from '#db/queries/moderation/users-admin'
import { whereRoleAmong } from '#db/queries/shared/account-standing'
import { auditLog } from '#db/schema'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { audit, repeatable } from '../../shared/audit'
import { emailText, kickMail, queueMail } from '../../shared/mail'
import { findAccount } from '../users-admin/get'
import { outOfReach, whereActorKeepsRole } from '../users-admin/guard'

/** Asks another administrator to turn off the second factor of a member who lost it. The member is emailed. */
export async function requestFactorReset(ctx: UserContext, id: number, reason: string): Promise<void> {
  const { db, now, actor } = ctx
  const account = await findAccount(ctx, id)
  const open = whereFactorResetOpen(id, now)
  const onlyIf = whereReachable(ctx, id, condition(sql`(${whereTotpInForce(id)} and not ${open})`))
  const expiresAt = now + factorResetHours * hour
  await run(ctx, id, 'user.factor-request', reason, onlyIf, [
    mail(ctx, account, onlyIf, {
      subject: 'Your two-step sign-in may be reset',
      text: `An administrator asked us to turn off two-step sign-in for your account, because you lost your phone and recovery codes. It is turned off once another administrator confirms it, within ${factorResetHours} hours.`,
      otherwise: 'If you did not ask for this, contact us right away:',
    }),
    insertFactorReset(db, { userId: id, requestedBy: actor.id, reason, requestedAt: now, expiresAt }, onlyIf),
  ])
}

/** Turns the second factor off as another administrator asked. Ends the account's sessions, and emails its owner. */
export async function confirmFactorReset(ctx: UserContext, id: number): Promise<void> {
  const { db, now, actor } = ctx
  const [asked] = await factorResetOf(db, id, now)
  if (asked?.requestedBy === actor.id)
    throw new AppError('forbidden', 'You made this request. Another administrator must confirm it.')
  const account = await findAccount(ctx, id)
  const mayAsk = staffRoles.filter((role) => isWithin(role, account))
  const byAnother = whereAskedByAnother(id, actor.id, mayAsk, now)
  const asIs = condition(sql`(${whereFactorResetOpen(id, now)} and ${byAnother})`)
  const onlyIf = whereReachable(ctx, id, asIs)
  await run(ctx, id, 'user.reset-factor', asked?.reason ?? '', onlyIf, [
    mail(ctx, account, onlyIf, {
      subject: 'Your two-step sign-in was reset',
      text: 'Two administrators turned off two-step sign-in of your account, because you lost your phone and recovery codes. You have been signed out everywhere. Sign in with your password and turn it on again under My Account, Settings.',
      otherwise: 'If you did not ask for this, change your password right away and contact us:',
    }),
    ...endEverythingBegun(db, id, onlyIf),
    ...endSessions(db, id, now, onlyIf, null),
    raiseTokenVersion(db, id, onlyIf),
    deleteRecoveryCodes(db, id, onlyIf),
    // Both are in the condition: the factor goes last, and the request with it.
    deleteTotp(db, id, onlyIf),
    deleteFactorReset(db, id, condition(sql`not ${whereTotpInForce(id)}`)),
  ])
}

/** Takes a request back, no matter who made it. */
export async function withdrawFactorReset(ctx: UserContext, id: number): Promise<void> {
  const onlyIf = whereReachable(ctx, id, whereFactorResetOpen(id, ctx.now))
  const [asked] = await factorResetOf(ctx.db, id, ctx.now)
  await run(ctx, id, 'user.factor-withdraw', asked?.reason ?? '', onlyIf, [
    deleteFactorReset(ctx.db, id, onlyIf),
  ])
}

/** Lists requests that wait, for the administrators who may confirm them. */
export async function listFactorResets(ctx: UserContext) {
  return openFactorResets(ctx.db, ctx.now, ctx.actor, 50)
}

/**
 * Returns whether staff of this role may reset the account's second factor, together with another
 * administrator.
 */
export function isWithin(role: StaffRole | null, account: AccountRow): boolean {
  return rolesToReset(role).includes(staffRoleOf(account))
}

function whereReachable(ctx: UserContext, id: number, asIs: Condition): Condition {
  return condition(sql`(${whereActorKeepsRole(ctx)} and ${asIs} and exists (select 1 from users target
    where target.id = ${id} and target.deleting_at is null and ${whereRoleAmong('target', rolesToReset(ctx.actor.staff))}))`)
}

async function run(
  ctx: UserContext,
  id: number,
  action: string,
  reason: string,
  onlyIf: Condition,
  steps: readonly Step[],
): Promise<void> {
  if (id === ctx.actor.id)
    throw new AppError('forbidden', "You can't do this to your own account. Ask another administrator.")
  const entry = { action, subject: 'user', subjectId: id, reason, details: { before: null, after: null } }
  const act = async () => {
    const { recorded } = await batchNamed(ctx.db, [
      { recorded: audit(ctx, entry, onlyIf).returning({ id: auditLog.id }) },
      ...steps,
    ])
    if (recorded.length === 0) throw await explain(ctx, id, action)
    ctx.defer(kickMail(ctx))
  }
  // Only a new request gives a reason of its own. The other acts log the request's, which is deleted with it.
  const given = action === 'user.factor-request' ? reason : undefined
  await repeatable(ctx, { action, subject: 'user', subjectId: id, reason: given }, act)
}

async function explain(ctx: UserContext, id: number, action: string): Promise<AppError> {
  const row = await findAccount(ctx, id)
  if (row.deletingAt !== null) return new AppError('conflict', 'This account was deleted.')
  if (!isWithin(ctx.actor.staff, row)) return outOfReach()
  const [asked] = await factorResetOf(ctx.db, id, ctx.now)
  if (action !== 'user.factor-request' && !asked)
    return new AppError('conflict', 'No one requested this, or the request has expired.')
  if (action === 'user.factor-request' && asked)
    return new AppError('conflict', 'A reset was requested already. Another administrator must confirm it.')
  if (action === 'user.reset-factor')
    return new AppError('conflict', 'This request is no longer valid. Withdraw it, then request another.')
  return new AppError('conflict', 'This account has no two-step sign-in.')
}

function mail(
  ctx: UserContext,
  { id, email, username }: AccountRow,
  onlyIf: Condition,
  { subject, text, otherwise }: { subject: string; text: string; otherwise: string },
) {
  const body = emailText(ctx, username, [text, `${otherwise} ${ctx.settings.contactEmail}`])
  return queueMail(
    ctx,
    { dedupeKey: `factor-reset:${id}:${ctx.requestId}`, to: email, subject, body },
    onlyIf,
  )
}
