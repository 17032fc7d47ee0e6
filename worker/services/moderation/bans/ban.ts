import { sql } from 'drizzle-orm'
import type { AdminUser, BanUser } from '#contract/schemas/moderation/users'
import { can } from '#contract/values/accounts/permissions'
import { shortBanDays } from '#contract/values/moderation/users'
import { day } from '#contract/values/shared/time'
import { batchNamed } from '#db/batch-named'
import { condition } from '#db/conditions'
import { endEverythingBegun } from '#db/queries/accounts/mail-tokens'
import { setBan } from '#db/queries/moderation/bans'
import { whereBanned } from '#db/queries/shared/account-standing'
import { revokeSessionsOf } from '#db/queries/shared/revocations'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { audit, repeatable } from '../../shared/audit'
import { kickMail } from '../../shared/mail'
import { isoTimeOrNull } from '../../shared/time'
import { hideCommentsOf } from '../../videos/comments'
import { findAccount, getUser } from '../users-admin/get'
import { explainRefusal, whereBelowActor } from '../users-admin/guard'
import { banMail } from './mail'
import { holdVideosOf } from './videos'

/**
 * Bans an account: ends its sessions, hides its videos and revokes their URLs. Cron hides the videos that one
 * request can't reach.
 */
export async function banUser(ctx: UserContext, id: number, input: BanUser): Promise<AdminUser> {
  const { reason } = input
  const act = { action: 'user.ban', subject: 'user', subjectId: id, reason, details: { days: daysOf(input) } }
  await repeatable(ctx, act, () => ban(ctx, id, input))
  await holdVideosOf(ctx, id)
  await hideCommentsOf(ctx, id)
  return getUser(ctx, id)
}

/** Returns the ban's length for the log, where null would read as no days at all. */
function daysOf({ days }: BanUser): number | string {
  return days ?? 'for good'
}

async function ban(ctx: UserContext, id: number, input: BanUser): Promise<void> {
  const { reason, days } = input
  const { actor, db, now } = ctx
  if (id === actor.id) throw new AppError('forbidden', "You can't ban yourself.")
  if (!can(actor.role, 'user.banForLong') && (days === null || days > shortBanDays))
    throw new AppError(
      'forbidden',
      `You can ban for up to ${shortBanDays} days. Ask an administrator for more.`,
    )
  const until = days === null ? null : now + days * day
  const { username, email } = await findAccount(ctx, id)
  const onlyIf = whereBelowActor(ctx, id, condition(sql`not ${whereBanned('target', now)}`))
  const act = {
    action: 'user.ban',
    subject: 'user',
    subjectId: id,
    reason,
    details: { days: daysOf(input), before: null, after: { until: isoTimeOrNull(until) } },
  }
  const { banned } = await batchNamed(db, [
    audit(ctx, act, onlyIf),
    banMail(ctx, { id, username, email, reason, until }, onlyIf),
    revokeSessionsOf(db, id, now, onlyIf),
    ...endEverythingBegun(db, id, onlyIf),
    { banned: setBan(db, id, { reason, until }, onlyIf) },
  ])
  if (banned.length === 0) throw await explainRefusal(ctx, id, () => 'This account is already banned.')
  ctx.defer(kickMail(ctx))
}
