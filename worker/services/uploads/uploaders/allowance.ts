import { allowances } from '#contract/values/uploads/allowance'
import type { Condition } from '#db/conditions'
import { type UploaderRow, uploaderById } from '#db/queries/uploads/uploaders'
import { whereReviewStill } from '#db/queries/videos/publishing/review'
import { doesTrustCount, isReviewed } from '#worker/policy/review'
import type { Settings } from '#worker/storage/settings-store'
import { isToConfirm } from '../../accounts/email-address'
import type { ServiceContext } from '../../context'
import { settingsRow } from '../../shared/settings'

/** An account's upload limits: the site's, except where staff gave the account its own. */
export interface Allowance {
  maxUploadBytes: number
  quotaBytes: number
  publishesPerDay: number
  openUploads: number
}

/** Returns an account's current upload limits. */
export async function allowanceOf(ctx: ServiceContext, userId: number): Promise<Allowance> {
  const { settings, uploader } = await uploaderAt(ctx, userId)
  return viewAllowance(ctx, settings, uploader)
}

/** Puts an account's own limits in place of everyone's. */
export function viewAllowance(
  { config }: Pick<ServiceContext, 'config'>,
  { maxUploadBytes, quotaBytes }: Pick<Settings, 'maxUploadBytes' | 'quotaBytes'>,
  uploader: UploaderRow,
): Allowance {
  const usual = allowances[isToConfirm({ config, actor: uploader }) ? 'unconfirmed' : 'confirmed']
  return {
    maxUploadBytes,
    quotaBytes: uploader.quotaBytes ?? quotaBytes,
    publishesPerDay: uploader.publishesPerDay ?? usual.publishesPerDay,
    openUploads: uploader.openUploads ?? usual.openUploads,
  }
}

export interface UploaderReview {
  /** Whether the account's files wait for a review. */
  isReviewed: boolean
  /**
   * Holds while `isReviewed` is right: card rules, approval and trust may change before the files are
   * written.
   */
  stillSo: Condition
}

/** Returns whether an account's files wait for a review, with a condition for the batch that relies on it. */
export async function uploaderReview(ctx: ServiceContext, userId: number): Promise<UploaderReview> {
  const { payments } = ctx.config
  const { settings, uploader } = await uploaderAt(ctx, userId)
  const reviewed = isReviewed(settings, uploader, payments)
  const rule = { trustCounts: doesTrustCount(payments) }
  return { isReviewed: reviewed, stillSo: whereReviewStill(userId, rule, reviewed) }
}

async function uploaderAt(ctx: ServiceContext, userId: number) {
  const [settings, [uploader]] = await Promise.all([settingsRow(ctx), uploaderById(ctx.db, userId)])
  if (!uploader) throw new Error(`There is no account ${userId}`)
  return { settings, uploader }
}
