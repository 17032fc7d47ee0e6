import type { AdminUser, AdminUserDetail } from '#contract/schemas/moderation/users'
import { staffRoleOf } from '#contract/values/accounts/appointments'
import { can } from '#contract/values/accounts/permissions'
import { type AccountRow, accountShown, accountTotals } from '#db/queries/moderation/users-admin'
import { notFound } from '#worker/errors'
import { standingAfter } from '../../accounts/sessions'
import type { ServiceContext } from '../../context'
import { uploadCounts } from '../content-admin/uploader-record'
import { adminUserView } from './view'

export async function findAccount({ db }: ServiceContext, id: number): Promise<AccountRow> {
  const [row] = await accountShown(db, id)
  if (!row) throw notFound('The account')
  return row
}

export async function getUser(ctx: ServiceContext, id: number): Promise<AdminUser> {
  return adminUserView(ctx, await findAccount(ctx, id))
}

/** Returns a summary of an account. */
export async function getUserDetail(ctx: ServiceContext, id: number): Promise<AdminUserDetail> {
  const row = await findAccount(ctx, id)
  const [[totals], record] = await Promise.all([
    accountTotals(ctx.db, id, standingAfter({ staff: staffRoleOf(row) }, ctx.now)),
    uploadCounts(ctx, id),
  ])
  if (!totals) throw notFound('The account')
  const payments = can(ctx.actor.role, 'payment.read') ? totals.payments : null
  return { ...adminUserView(ctx, row), ...totals, payments, record }
}
