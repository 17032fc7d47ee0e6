import { dayOf } from '../../contract/values/shared/time'
import { fieldDays } from '../../contract/values/site/field-data'
import { newsConfirmMs } from '../../contract/values/site/newsletter'
import { inChunks } from '../../db/in-chunks'
import { deleteEndedChallenges } from '../../db/queries/accounts/challenges'
import { deleteLateEmailChanges } from '../../db/queries/accounts/email-changes'
import { deleteLateMailTokens } from '../../db/queries/accounts/mail-tokens'
import { deleteLapsedFactorResets } from '../../db/queries/moderation/account-care'
import { deleteOldWebhooks } from '../../db/queries/payments/webhooks'
import { deleteOldRevocations } from '../../db/queries/shared/revocations'
import { deleteOldFieldCounts } from '../../db/queries/site/field-data'
import { deleteMailsOfUnconfirmed, deleteUnconfirmed } from '../../db/queries/site/newsletter'
import { deleteEndedRateWindows, deleteOldViewsSeen } from '../../db/queries/videos/views'
import type { ServiceContext } from '../services/context'
import { seenViewsKeptMs } from '../services/videos/views'
import { revocationsKeptMs } from '../storage/revocations'

/** Webhooks matter only as long as a dispute may. */
const webhooksKeptMs = 90 * 24 * 3600_000

/**
 * Deletes rows that can't matter any more: seen views, revocations, rate windows, unfinished sign-ins, requests
 * that lapsed, webhooks, field data.
 */
export async function pruneExpired({ db, now }: ServiceContext): Promise<void> {
  await inChunks((atMost) => deleteOldViewsSeen(db, now - seenViewsKeptMs, atMost))
  await inChunks((atMost) => deleteOldRevocations(db, now - revocationsKeptMs, atMost))
  await inChunks((atMost) => deleteEndedRateWindows(db, now, atMost))
  await inChunks((atMost) => deleteEndedChallenges(db, now, atMost))
  await inChunks((atMost) => deleteLateMailTokens(db, now, atMost))
  await inChunks((atMost) => deleteLateEmailChanges(db, now, atMost))
  await inChunks((atMost) => deleteLapsedFactorResets(db, now, atMost))
  await inChunks((atMost) => deleteOldWebhooks(db, now - webhooksKeptMs, atMost))
  await inChunks((atMost) => deleteOldFieldCounts(db, dayOf(now) - fieldDays.kept + 1, atMost))
  await inChunks((atMost) => deleteMailsOfUnconfirmed(db, now - newsConfirmMs, atMost))
  await inChunks((atMost) => deleteUnconfirmed(db, now - newsConfirmMs, atMost))
}
