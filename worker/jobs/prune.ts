import { newsConfirmMs } from '../../contract/values/account'
import { inChunks } from '../../db/in-chunks'
import { deleteEndedChallenges } from '../../db/queries/challenges'
import { deleteLateEmailChanges } from '../../db/queries/email-changes'
import { deleteLateMailTokens } from '../../db/queries/mail-tokens'
import { deleteMailsOfUnconfirmed, deleteUnconfirmed } from '../../db/queries/newsletter'
import { deleteOldWebhooks } from '../../db/queries/payments/webhooks'
import { deleteOldRevocations } from '../../db/queries/revocations'
import { deleteEndedRateWindows, deleteOldViewsSeen } from '../../db/queries/views'
import type { ServiceContext } from '../services/context'
import { revocationsKeptMs } from '../storage/revocations'
import { seenViewsKeptMs } from './popularity'

/** What a provider called about is of interest to a dispute, and to nobody after that. */
const webhooksKeptMs = 90 * 24 * 3600_000

/** Removes rows that can't matter any more: seen views, revocations, windows of limits, unended sign-ins, webhooks. */
export async function pruneExpired({ db, now }: ServiceContext): Promise<void> {
  await inChunks((atMost) => deleteOldViewsSeen(db, now - seenViewsKeptMs, atMost))
  await inChunks((atMost) => deleteOldRevocations(db, now - revocationsKeptMs, atMost))
  await inChunks((atMost) => deleteEndedRateWindows(db, now, atMost))
  await inChunks((atMost) => deleteEndedChallenges(db, now, atMost))
  await inChunks((atMost) => deleteLateMailTokens(db, now, atMost))
  await inChunks((atMost) => deleteLateEmailChanges(db, now, atMost))
  await inChunks((atMost) => deleteOldWebhooks(db, now - webhooksKeptMs, atMost))
  await inChunks((atMost) => deleteMailsOfUnconfirmed(db, now - newsConfirmMs, atMost))
  await inChunks((atMost) => deleteUnconfirmed(db, now - newsConfirmMs, atMost))
}
