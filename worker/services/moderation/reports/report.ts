import type { z } from 'zod'
import type { ReportReceipt, reportInput } from '#contract/schemas/moderation/safety'
import { isGrave, reasonNames } from '#contract/values/moderation/reasons'
import { batchNamed } from '#db/batch-named'
import {
  insertReport,
  openReportOf,
  replaceLesserReport,
  whereReportHides,
  whereReportReceived,
} from '#db/queries/moderation/reports'
import { videoById } from '#db/queries/videos/video'
import { AppError } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { kickMail } from '../../shared/mail'
import { enforceLimit } from '../../shared/rate-limits'
import { requireVisible } from '../../videos/model'
import { quarantineByPerson } from '../quarantine/by-person'
import { reportCode } from './code'
import { giveBackReport, reporterAddress, reporterKey, reporterNetwork, reportLimitKey } from './reporter'
import { reportReceipt } from './view'

/**
 * Files a report. The two grave reasons hide the video in the same batch, if its reporter may have it hidden. A
 * grave report replaces the same account's lesser one.
 *
 * A reporter with an open report of the video gets its receipt again, even when the video is hidden by now.
 * Without an account the text must match, since the IP address may be shared.
 */
export async function reportVideo(
  ctx: ServiceContext,
  videoId: number,
  input: z.output<typeof reportInput>,
  key?: string,
): Promise<{ receipt: ReportReceipt; created: boolean }> {
  const { actor, db, now } = ctx
  const person = reporterKey(ctx, input.email, [input.reason, String(input.at ?? ''), input.details])
  const grave = isGrave(input.reason)
  const [[video], [earlier]] = await db.batch([videoById(db, videoId), openReportOf(db, videoId, person)])
  if (earlier && (!grave || isGrave(earlier.reason)))
    return { receipt: await reportReceipt(ctx, earlier), created: false }
  requireVisible(ctx, video, key)
  await enforceLimit(ctx, 'report', reportLimitKey(ctx))

  const isAccount = actor.kind === 'user'
  const row = {
    code: reportCode(),
    videoId,
    reporterKey: person,
    network: reporterNetwork(ctx),
    createdAt: now,
    reason: input.reason,
    details: input.details,
    seconds: input.at ?? null,
    reporterId: isAccount ? actor.id : null,
    // Beyond its limit only the receipt tells the outcome.
    email: await reporterAddress(ctx, input.email),
  }
  const replaced = 'You reported this again for a more serious reason. The newer report replaces this one.'
  const { mayHide, statements } = quarantineByPerson(ctx, videoId, row.reason)
  const consequences = statements({
    why: `Reported: ${reasonNames[row.reason]}.`,
    received: whereReportReceived(row.code),
    hides: whereReportHides(row.code),
  })
  const { inserted } = await batchNamed(db, [
    grave ? replaceLesserReport(db, row, replaced) : null,
    { inserted: insertReport(db, grave ? { ...row, hides: mayHide } : row) },
    ...(grave ? consequences : []),
  ])
  const [added] = inserted
  if (added) {
    if (grave) ctx.defer(kickMail(ctx))
    return { receipt: await reportReceipt(ctx, added), created: true }
  }
  // Sent twice at once, or the video was deleted in between. Neither counts against the limits.
  await giveBackReport(ctx, input.email)
  const [winner] = await openReportOf(db, videoId, person)
  if (!winner) throw new AppError('conflict', 'This video was just changed. Please try again.')
  return { receipt: await reportReceipt(ctx, winner), created: false }
}
