import type { AccountCare } from '#contract/schemas/moderation/account-care'
import { rolesBelow, staffRoleOf } from '#contract/values/accounts/appointments'
import { can } from '#contract/values/accounts/permissions'
import { totpInForce } from '#db/queries/accounts/second-factor'
import { factorResetOf, notesOf, warningsOf } from '#db/queries/moderation/account-care'
import { uploaderById } from '#db/queries/uploads/uploaders'
import { closedListsOf } from '#db/queries/videos/library/lists'
import { ownProfile } from '#db/queries/videos/profiles'
import { notFound } from '#worker/errors'
import type { UserContext } from '../../context'
import { settingsRow } from '../../shared/settings'
import { isoTime, isoTimeOrNull } from '../../shared/time'
import { viewAllowance } from '../../uploads/uploaders'
import { avatarUrl } from '../../videos/profiles'
import { findAccount } from '../users-admin/get'
import { isWithin } from './factor-reset'

const atMost = 50

/**
 * Returns an account's profile and allowance, with the trust, limits, warnings, notes and requests that came
 * from staff. Warnings, notes and closed lists are hidden from the account itself and from staff of no higher
 * role. Its second factor is hidden from staff who may not reset it.
 */
export async function getCare(ctx: UserContext, id: number): Promise<AccountCare> {
  const { db, now, actor } = ctx
  const [account, [[uploader], [factor], [asked], warnings, notes, [said], closed], settings] =
    await Promise.all([
      findAccount(ctx, id),
      db.batch([
        uploaderById(db, id),
        totpInForce(db, id),
        factorResetOf(db, id, now),
        warningsOf(db, id, atMost),
        notesOf(db, id, atMost),
        ownProfile(db, id),
        closedListsOf(db, id),
      ]),
      settingsRow(ctx),
    ])
  if (!uploader) throw notFound('The account')
  const readsWords = actor.staff !== null && rolesBelow(actor.staff).includes(staffRoleOf(account))
  const mayReset = id !== actor.id && isWithin(actor.staff, account)
  const { quotaBytes, publishesPerDay, openUploads } = uploader
  const { maxUploadBytes, ...allowance } = viewAllowance(ctx, settings, uploader)
  return {
    trustedAt: isoTimeOrNull(uploader.trustedAt),
    allowance,
    limits: { quotaBytes, publishesPerDay, openUploads },
    profile:
      said && (said.about || said.avatarKey)
        ? { about: said.about, avatarUrl: avatarUrl(ctx, id, said) }
        : null,
    twoStep: mayReset ? factor !== undefined : null,
    factorReset:
      mayReset && asked
        ? {
            by: { id: asked.requestedBy, username: asked.username },
            reason: asked.reason,
            at: isoTime(asked.requestedAt),
            expiresAt: isoTime(asked.expiresAt),
          }
        : null,
    warnings: readsWords
      ? warnings.map((each) => ({
          ...each,
          at: isoTime(each.at),
          acknowledgedAt: isoTimeOrNull(each.acknowledgedAt),
        }))
      : [],
    notes: readsWords ? notes.map((each) => ({ ...each, at: isoTime(each.at) })) : [],
    closedLists:
      readsWords && can(actor.role, 'case.decide')
        ? closed.map((each) => ({ ...each, closedAt: isoTime(each.closedAt) }))
        : [],
  }
}
