import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import type { ReportReceipt, reportInput } from '../../../../contract/schemas/moderation/safety'
import { isGrave, reasonNames } from '../../../../contract/values/moderation/reasons'
import { batchNamed } from '../../../../db/batch-named'
import {
  insertReport,
  openReportOf,
  replaceLesserReport,
  whereReportHides,
  whereReportReceived,
} from '../../../../db/queries/moderation/reports'
import { videoById } from '../../../../db/queries/videos/videos'
import { AppError } from '../../../errors'
import type { ServiceContext } from '../../context'
import { kickMail } from '../../shared/mail'
import { enforceLimit, giveBack, isWithinLimit } from '../../shared/rate-limits'
import { requireVisible } from '../../videos/videos'
import { quarantineByPerson } from '../quarantine'
import { reportCode } from './code'
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
  const person = reporterKey(ctx, input)
  const grave = isGrave(input.reason)
  const [[video], [earlier]] = await db.batch([videoById(db, videoId), openReportOf(db, videoId, person)])
  if (earlier && (!grave || isGrave(earlier.reason)))
    return { receipt: await reportReceipt(ctx, earlier), created: false }
  requireVisible(ctx, video, key)
  await enforceLimit(ctx, 'report', limitKey(ctx))

  const isAccount = actor.kind === 'user'
  const row = {
    ...{ code: reportCode(), videoId, reporterKey: person, createdAt: now },
    ...{ reason: input.reason, details: input.details, seconds: input.at ?? null },
    reporterId: isAccount ? actor.id : null,
    // An account is emailed at its own confirmed address.
    email: isAccount ? null : await writtenTo(ctx, input.email),
  }
  const replaced = 'You reported this again for a more serious reason. The newer report replaces this one.'
  const { mayHide, statements } = quarantineByPerson(ctx, videoId)
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
  await giveBackReport(ctx, isAccount ? undefined : input.email)
  const [winner] = await openReportOf(db, videoId, person)
  if (!winner) throw new AppError('conflict', 'This video was just changed. Please try again.')
  return { receipt: await reportReceipt(ctx, winner), created: false }
}

/**
 * Identifies the reporter: an account, or a keyed hash of everything that tells apart people behind one IP
 * address. It includes the text of the report: other people there must not read its outcome, and their own
 * reports must not be taken for it. Only the text is stored, and the email address if a reply is wanted.
 */
function reporterKey(
  ctx: ServiceContext,
  { email = '', reason, at, details }: z.output<typeof reportInput>,
): string {
  const { actor, client } = ctx
  if (actor.kind === 'user') return accountKey(actor.id)
  const words = [email.toLowerCase(), reason, String(at ?? ''), details]
  return keyedHash(ctx, ['reporter', client.address, client.userAgent, ...words])
}

/** Returns the key of the limit, which changing browser or email address doesn't evade. */
function limitKey(ctx: ServiceContext): string {
  const { actor, client } = ctx
  return actor.kind === 'user' ? accountKey(actor.id) : keyedHash(ctx, ['report', client.address])
}

/** Returns the typed address within its limit of emails; beyond it only the receipt tells the outcome. */
async function writtenTo(ctx: ServiceContext, email: string | undefined): Promise<string | null> {
  const isSome = email !== undefined && (await isWithinLimit(ctx, 'reportMail', email.toLowerCase()))
  return isSome ? email : null
}

/** Gives back what the limits counted for a report that wasn't filed. */
async function giveBackReport(ctx: ServiceContext, email: string | undefined): Promise<void> {
  const mails = email === undefined ? [] : [giveBack(ctx, 'reportMail', email.toLowerCase())]
  await ctx.db.batch([giveBack(ctx, 'report', limitKey(ctx)), ...mails])
}

function accountKey(id: number): string {
  return `user:${id}`
}

function keyedHash({ config }: ServiceContext, parts: string[]): string {
  const hash = createHmac('sha256', config.viewerKey).update(parts.join('\n'))
  return hash.digest().subarray(0, 16).toString('base64url')
}
