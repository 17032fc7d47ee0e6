import { sql } from 'drizzle-orm'
import type { AdminUser } from '../../../../contract/schemas/moderation/users'
import { batchNamed } from '../../../../db/batch-named'
import { condition } from '../../../../db/conditions'
import { clearBan, endBan } from '../../../../db/queries/moderation/bans'
import { whereBanned } from '../../../../db/queries/shared/account-standing'
import { banView } from '../../accounts/accounts'
import type { ServiceContext, UserContext } from '../../context'
import { audit } from '../../shared/audit'
import { kickMail } from '../../shared/mail'
import { explainRefusal, findAccount, getUser, whereActorAdministers } from '../users-admin'
import { unbanMail } from './mail'
import { releaseVideosFromBan } from './videos'

/** Lifts a ban early and makes the account's videos visible again. */
export async function unbanUser(ctx: UserContext, id: number): Promise<AdminUser> {
  const { db, now } = ctx
  const row = await findAccount(ctx, id)
  const onlyIf = condition(sql`(${whereActorAdministers(ctx)} and exists (select 1 from users target
    where target.id = ${id} and ${whereBanned('target', now)}))`)
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
  if (ended.length === 0) throw await explainRefusal(ctx, id, () => "This account isn't banned.")
  ctx.defer(kickMail(ctx))
  await liftBan(ctx, id)
  return getUser(ctx, id)
}

/**
 * Cleans up after a ban whose term is over. The reason goes last: until then cron finds the row and resumes.
 */
export async function liftBan(ctx: Pick<ServiceContext, 'db' | 'now'>, id: number): Promise<void> {
  await releaseVideosFromBan(ctx, id)
  await clearBan(ctx.db, id, ctx.now)
}
