import { createHash } from 'node:crypto'
import { isEvidence } from '#contract/values/moderation/safety'
import { dayName, dayOf } from '#contract/values/shared/time'
import { batchNamed } from '#db/batch-named'
import { evidenceOf } from '#db/queries/moderation/case-file'
import { AppError, videoNotFound } from '#worker/errors'
import type { UserContext } from '../../context'
import { audit } from '../../shared/audit'
import { timesInWords } from './times-in-words'

const format = 'nocturne-evidence'
const version = 1

/**
 * Exports the case file of a quarantined or removed video for authorities: record, uploader, hashed files,
 * everything said and decided. Logs who exported it, and its hash.
 */
export async function exportEvidence(
  ctx: UserContext,
  videoId: number,
): Promise<{ fileName: string; text: string }> {
  const { actor, config, db, now, requestId } = ctx
  const { found, uploader, erased, legalAcceptances, sessions, ...about } = await batchNamed(db, [
    evidenceOf(db, videoId),
  ])
  const [video] = found
  if (!video) throw videoNotFound()
  if (!isEvidence(video.hold))
    throw new AppError('conflict', 'You can only export evidence for a quarantined or removed video.')
  const head = {
    format,
    version,
    site: config.siteOrigin,
    requestId,
    exportedAt: now,
    exportedBy: { id: actor.id, username: actor.username },
  }
  const text = JSON.stringify(
    timesInWords({
      ...head,
      video,
      // Identifies the uploader when the account was deleted since.
      uploader: { ...uploader[0], ...(erased[0] && { erased: erased[0] }), legalAcceptances, sessions },
      ...about,
    }),
    null,
    2,
  )
  const sha256 = createHash('sha256').update(text).digest('hex')
  const details = { hold: video.hold, sha256, files: about.files.length, reports: about.reports.length }
  await audit(ctx, { action: 'video.evidence', subject: 'video', subjectId: videoId, details })
  return { fileName: `evidence-video-${videoId}-${dayName(dayOf(now))}.json`, text }
}
