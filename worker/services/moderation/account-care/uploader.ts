import { sql } from 'drizzle-orm'
import type { AccountLimits } from '#contract/schemas/moderation/account-care'
import { condition } from '#db/conditions'
import { setUploader } from '#db/queries/accounts/users'
import { uploaderById } from '#db/queries/uploads/uploaders'
import { notFound } from '#worker/errors'
import type { UserContext } from '../../context'
import { isoTime, isoTimeOrNull } from '../../shared/time'
import { actOn, actOnce } from './act-on'

/**
 * Lets an account's uploads skip review, or sends them to review again. Published videos stay as they are.
 */
export async function setTrust(ctx: UserContext, id: number, trusted: boolean): Promise<void> {
  const { trustedAt } = await requireUploader(ctx, id)
  await actOnce(ctx, id, {
    action: trusted ? 'user.trust' : 'user.untrust',
    before: { trustedAt: isoTimeOrNull(trustedAt) },
    after: { trustedAt: trusted ? isoTime(ctx.now) : null },
    target: condition(trusted ? sql`target.trusted_at is null` : sql`target.trusted_at is not null`),
    otherwise: trusted ? 'This account is already trusted.' : "This account isn't trusted.",
    changes: (onlyIf) => [setUploader(ctx.db, id, { trustedAt: trusted ? ctx.now : null }, onlyIf)],
  })
}

/** Sets an account's own limits; null means the usual one. Setting the same limits again isn't recorded. */
export async function setLimits(ctx: UserContext, id: number, limits: AccountLimits): Promise<void> {
  const { quotaBytes, publishesPerDay, openUploads } = await requireUploader(ctx, id)
  const isAsIs =
    limits.quotaBytes === quotaBytes &&
    limits.publishesPerDay === publishesPerDay &&
    limits.openUploads === openUploads
  if (isAsIs) return
  await actOn(ctx, id, {
    action: 'user.limits',
    before: { quotaBytes, publishesPerDay, openUploads },
    after: limits,
    target:
      condition(sql`(target.quota_bytes is ${quotaBytes} and target.publishes_per_day is ${publishesPerDay}
      and target.open_uploads is ${openUploads})`),
    otherwise: 'Someone else just changed the limits. Reload the page.',
    changes: (onlyIf) => [setUploader(ctx.db, id, limits, onlyIf)],
  })
}

async function requireUploader(ctx: UserContext, id: number) {
  const [row] = await uploaderById(ctx.db, id)
  if (!row) throw notFound('The account')
  return row
}
