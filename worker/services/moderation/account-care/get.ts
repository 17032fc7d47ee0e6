import type { AccountCare } from '../../../../contract/schemas/moderation/account-care'
import { totpInForce } from '../../../../db/queries/accounts/second-factor'
import { factorResetOf, notesOf, warningsOf } from '../../../../db/queries/moderation/account-care'
import { uploaderById } from '../../../../db/queries/uploads/uploaders'
import { notFound } from '../../../errors'
import type { UserContext } from '../../context'
import { settingsRow } from '../../shared/settings'
import { isoTime, isoTimeOrNull } from '../../shared/time'
import { viewAllowance } from '../../uploads/uploaders'

const atMost = 50

/** Returns what staff set, wrote and asked for about an account. */
export async function getCare(ctx: UserContext, id: number): Promise<AccountCare> {
  const { db, now } = ctx
  const [[[uploader], [factor], [asked], warnings, notes], settings] = await Promise.all([
    db.batch([
      uploaderById(db, id),
      totpInForce(db, id),
      factorResetOf(db, id, now),
      warningsOf(db, id, atMost),
      notesOf(db, id, atMost),
    ]),
    settingsRow(ctx),
  ])
  if (!uploader) throw notFound('The account')
  const { quotaBytes, publishesPerDay, openUploads } = uploader
  const { maxUploadBytes: _, ...allowance } = viewAllowance(ctx, settings, uploader)
  return {
    trustedAt: isoTimeOrNull(uploader.trustedAt),
    allowance,
    limits: { quotaBytes, publishesPerDay, openUploads },
    twoStep: factor !== undefined,
    factorReset: asked
      ? {
          by: { id: asked.requestedBy, username: asked.username },
          reason: asked.reason,
          at: isoTime(asked.requestedAt),
          expiresAt: isoTime(asked.expiresAt),
        }
      : null,
    warnings: warnings.map((each) => ({
      ...each,
      at: isoTime(each.at),
      acknowledgedAt: isoTimeOrNull(each.acknowledgedAt),
    })),
    notes: notes.map((each) => ({ ...each, at: isoTime(each.at) })),
  }
}
