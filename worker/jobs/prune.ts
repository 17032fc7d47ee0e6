import { day, dayOf } from '#contract/values/shared/time'
import { fieldDays } from '#contract/values/site/field-data'
import { newsConfirmMs } from '#contract/values/site/newsletter'
import { inChunks } from '#db/in-chunks'
import { deleteEndedChallenges } from '#db/queries/accounts/challenges'
import { deleteLateEmailChanges } from '#db/queries/accounts/email-changes'
import { deleteLateMailTokens } from '#db/queries/accounts/mail-tokens'
import { deleteLapsedFactorResets } from '#db/queries/moderation/account-care'
import { deleteOldWebhooks } from '#db/queries/payments/webhooks'
import { deleteOldMails } from '#db/queries/shared/mail'
import { deleteOldRefusals } from '#db/queries/shared/refused-terms'
import { deleteOldRevocations } from '#db/queries/shared/revocations'
import { deleteOldDeadLetters } from '#db/queries/site/dead-letters'
import { deleteOldFieldCounts } from '#db/queries/site/field-data'
import { deleteMailsOfUnconfirmed, deleteUnconfirmed } from '#db/queries/site/newsletter'
import { deleteOldScans } from '#db/queries/site/storage'
import { deleteEndedRateWindows, deleteOldViewsSeen } from '#db/queries/videos/views'
import type { ServiceContext } from '../services/context'
import { seenViewsKeptMs } from '../services/videos/views'
import { revocationsKeptMs } from '../storage/revocations'

/** How long finished rows are kept; the terms of other tables are with their own tasks. */
export const keptMs = {
  /** Webhooks matter only as long as a dispute may. */
  webhooks: 90 * day,
  /** Emails that were sent or given up. */
  mails: 90 * day,
  /** Failed jobs that were resolved. */
  jobs: 90 * day,
  /** Terms that were refused. */
  refusals: 365 * day,
} as const

/** Storage scans that are kept; the panel shows the last. */
export const scansKept = 20

/**
 * Deletes rows that no longer matter: seen views, revocations, rate windows, unfinished sign-ins, lapsed
 * requests, webhooks, field data, emails, jobs, refused terms, storage scans.
 */
export async function pruneExpired({ db, now }: ServiceContext): Promise<void> {
  await inChunks((atMost) => deleteOldViewsSeen(db, now - seenViewsKeptMs, atMost))
  await inChunks((atMost) => deleteOldRevocations(db, now - revocationsKeptMs, atMost))
  await inChunks((atMost) => deleteEndedRateWindows(db, now, atMost))
  await inChunks((atMost) => deleteEndedChallenges(db, now, atMost))
  await inChunks((atMost) => deleteLateMailTokens(db, now, atMost))
  await inChunks((atMost) => deleteLateEmailChanges(db, now, atMost))
  await inChunks((atMost) => deleteLapsedFactorResets(db, now, atMost))
  await inChunks((atMost) => deleteOldWebhooks(db, now - keptMs.webhooks, atMost))
  await inChunks((atMost) => deleteOldFieldCounts(db, dayOf(now) - fieldDays.kept + 1, atMost))
  await inChunks((atMost) => deleteMailsOfUnconfirmed(db, now - newsConfirmMs, atMost))
  await inChunks((atMost) => deleteUnconfirmed(db, now - newsConfirmMs, atMost))
  await inChunks((atMost) => deleteOldMails(db, 'sent', now - keptMs.mails, atMost))
  await inChunks((atMost) => deleteOldMails(db, 'failed', now - keptMs.mails, atMost))
  await inChunks((atMost) => deleteOldDeadLetters(db, now - keptMs.jobs, atMost))
  await inChunks((atMost) => deleteOldRefusals(db, now - keptMs.refusals, atMost))
  await deleteOldScans(db, scansKept)
}
