import { sql } from 'drizzle-orm'
import type { AdminUser } from '#contract/schemas/moderation/users'
import { can } from '#contract/values/accounts/permissions'
import { shortBanDays } from '#contract/values/moderation/users'
import { day } from '#contract/values/shared/time'
import { batchNamed } from '#db/batch-named'
import { always, type Condition, condition } from '#db/conditions'
import { clearBan, endBan } from '#db/queries/moderation/bans'
import { whereBanned } from '#db/queries/shared/account-standing'
import { banView } from '../../accounts/entry'
import { isBanned } from '../../accounts/sessions'
import type { ServiceContext, UserContext } from '../../context'
import { audit, repeatable } from '../../shared/audit'
import { kickMail } from '../../shared/mail'
import { showCommentsOf } from '../../videos/comments'
import { findAccount, getUser } from '../users-admin/get'
import { explainRefusal, whereBelowActor } from '../users-admin/guard'
import { unbanMail } from './mail'
import { releaseVideosFromBan } from './videos'

function whereEndsBy(end: number): Condition {
  return condition(sql`target.ban_until <= ${end}`)
}

/** Lifts a ban early and makes the account's videos visible again. */
export async function unbanUser(ctx: UserContext, id: number): Promise<AdminUser> {
  const act = { action: 'user.unban', subject: 'user', subjectId: id }
  await repeatable(ctx, act, () => end(ctx, id))
  await liftBan(ctx, id)
  return getUser(ctx, id)
}

async function end(ctx: UserContext, id: number): Promise<void> {
  const { db, now } = ctx
  const row = await findAccount(ctx, id)
  const reach = can(ctx.actor.role, 'user.banForLong') ? always : whereEndsBy(now + shortBanDays * day)
  const onlyIf = whereBelowActor(ctx, id, condition(sql`(${whereBanned('target', now)} and ${reach})`))
  const act = {
    action: 'user.unban',
    subject: 'user',
    subjectId: id,
    details: { before: banView(row, now), after: null },
  }
  const { ended } = await batchNamed(db, [
    audit(ctx, act, onlyIf),
    unbanMail(ctx, row, onlyIf),
    { ended: endBan(db, id, now, onlyIf) },
  ])
  if (ended.length === 0) {
    throw await explainRefusal(ctx, id, (found) =>
      isBanned(found, now) ? 'Only an administrator can end this ban.' : "This account isn't banned.",
    )
  }
  ctx.defer(kickMail(ctx))
}

/**
 * Cleans up after a ban whose term is over. The reason goes last: until then cron finds the row and resumes.
 */
export async function liftBan(ctx: Pick<ServiceContext, 'db' | 'now'>, id: number): Promise<void> {
  await releaseVideosFromBan(ctx, id)
  await showCommentsOf(ctx, id)
  await clearBan(ctx.db, id, ctx.now)
}
