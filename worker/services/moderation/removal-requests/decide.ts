import { sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { AdminRemovalRequest, DecideRemoval } from '#contract/schemas/moderation/safety'
import { isGrave } from '#contract/values/moderation/reasons'
import { listKeyIn } from '#contract/values/shared/site-urls'
import { condition } from '#db/conditions'
import { accountOf } from '#db/queries/accounts/users'
import {
  decideRequest,
  type RemovalRequestRow,
  type RequestDecision,
  requestById,
  visibilityOf,
  whereRequestDecided,
  whereRequestOpen,
} from '#db/queries/moderation/removal-requests'
import { withOpenReports } from '#db/queries/moderation/reports'
import { clearFile } from '#db/queries/moderation/takedown'
import { whereAnyList, whereKeyed } from '#db/queries/videos/library/lists'
import { whereVideoExists } from '#db/queries/videos/video'
import { invalidField } from '#worker/errors'
import type { UserContext } from '../../context'
import { audit, repeatable } from '../../shared/audit'
import { kickMail } from '../../shared/mail'
import { notify, notifyByEmail } from '../../shared/notices'
import { releaseVideo } from '../quarantine/release'
import { decideReportsOf } from '../reports/decide-of-video'
import { closingAtRequest } from '../shared-lists/decide'
import { afterTakeDown, takeDown } from '../takedown/take-down'
import { decidedMail, keptMail } from './emails'
import { getRemovalRequest } from './list'
import { alreadyDecided, openRequest, videoNamed } from './open-request'
import { linkKeyIn } from './video-address'

/**
 * Decides a request: the video is removed and its open reports upheld, or its quarantine ends. For a shared
 * list, the link is closed, unless an administrator names a video in it. When two decide at once, the first
 * wins and the second is told.
 */
export async function decideRemovalRequest(
  ctx: UserContext,
  id: number,
  input: DecideRemoval,
): Promise<AdminRemovalRequest> {
  const action = `removal-request.${input.decision}`
  const act = {
    action,
    subject: 'removal-request',
    subjectId: id,
    reason: input.note,
    details: { named: input.videoId },
  }
  const run = async () => {
    const row = await openRequest(ctx, id)
    await (input.decision === 'remove' ? remove(ctx, row, input) : refuse(ctx, row, input))
  }
  await repeatable(ctx, act, run)
  return getRemovalRequest(ctx, id)
}

async function remove(ctx: UserContext, row: RemovalRequestRow, { videoId: named, note }: DecideRemoval) {
  const meant = await videoMeant(ctx, row, named)
  const videoId = meant?.videoId ?? row.videoId
  const listKey = listKeyIn(row.url, ctx.config.siteOrigin, URL)
  if (videoId === null && listKey !== null) return closeList(ctx, row, listKey, note)
  if (videoId === null) throw invalidField('videoId', "Enter the video ID: the URL doesn't match a video.")
  const undecided = whereRequestOpen(row.id)
  const wrongly = meant && isGrave(row.reason) ? row.videoId : null
  const decision = { ...decisionOf(ctx, note), status: 'removed' } as const
  await decide(ctx, row, decision, {
    videoId,
    named,
    before: [
      ...takeDown(ctx, { videoId, reason: row.reason, statement: note }, undecided),
      ...decideReportsOf(ctx, videoId, { status: 'upheld', decisionNote: note }, undecided),
      ...removedMails(ctx, row, videoId, note),
      notifyByEmail(ctx, row.email, { ...told(row), outcome: 'granted' }, undecided),
    ],
    meant,
    // Its quarantine was a mistake.
    released: wrongly,
  })
  ctx.defer(afterTakeDown(ctx, videoId))
}

async function closeList(ctx: UserContext, row: RemovalRequestRow, key: string, note: string) {
  const undecided = whereRequestOpen(row.id)
  await decide(ctx, row, { ...decisionOf(ctx, note), status: 'removed' } as const, {
    videoId: null,
    before: [
      // Before the link is closed.
      ...closedMails(ctx, row, key, note),
      ...(await closingAtRequest(ctx, key, note, undecided)),
      notifyByEmail(ctx, row.email, { ...told(row), outcome: 'granted' }, undecided),
    ],
    meant: null,
    released: null,
  })
  ctx.defer(kickMail(ctx))
}

async function refuse(ctx: UserContext, row: RemovalRequestRow, { videoId: named, note }: DecideRemoval) {
  if (named !== undefined) throw invalidField('videoId', 'Only enter a video ID when removing the video.')
  const decision = { ...decisionOf(ctx, note), status: 'refused' } as const
  const undecided = whereRequestOpen(row.id)
  await decide(ctx, row, decision, {
    videoId: row.videoId,
    before: [
      ...(await tellUploader(ctx, row, note)),
      decidedMail(ctx, row, { outcome: 'refused', note }, undecided),
      notifyByEmail(ctx, row.email, { ...told(row), outcome: 'refused' }, undecided),
    ],
    meant: null,
    released: isGrave(row.reason) ? row.videoId : null,
  })
  ctx.defer(kickMail(ctx))
}

interface Consequences {
  videoId: number | null
  /** The video that an administrator named. */
  named?: number | undefined
  /** Statements conditional on the request being open. */
  before: BatchItem<'sqlite'>[]
  meant: Awaited<ReturnType<typeof videoMeant>>
  /** A video whose quarantine ends, unless another case requires it. */
  released: number | null
}

async function decide(
  ctx: UserContext,
  row: RemovalRequestRow,
  decision: RequestDecision,
  { videoId, named, before, meant, released }: Consequences,
): Promise<void> {
  const { db } = ctx
  const undecided = whereRequestOpen(row.id)
  const { status, decisionNote: note } = decision
  const change = { named, before: { status: 'open', videoId: row.videoId }, after: { status, videoId } }
  const upheld = status === 'removed' && videoId !== null ? { videoId } : null
  const act = {
    action: status === 'removed' ? 'removal-request.remove' : 'removal-request.refuse',
    subject: 'removal-request',
    subjectId: row.id,
    reason: note,
    details: upheld ? withOpenReports(JSON.stringify(change), upheld) : change,
  }
  const [[current]] = await db.batch([
    requestById(db, row.id),
    audit(ctx, act, undecided),
    ...before,
    decideRequest(db, row.id, decision, meant),
    ...(released === null ? [] : releaseVideo(ctx, released, whereRequestDecided(row.id, decision))),
    ...(released !== null && status === 'refused'
      ? [clearFile(db, released, whereRequestDecided(row.id, decision))]
      : []),
  ])
  if (current?.status !== 'open') throw alreadyDecided()
}

/**
 * Returns two emails to the requester, of which one is sent: only the database knows whether the video still
 * exists.
 */
function removedMails(ctx: UserContext, row: RemovalRequestRow, videoId: number, note: string) {
  const [undecided, there] = [whereRequestOpen(row.id), whereVideoExists(videoId)]
  return [
    decidedMail(ctx, row, { outcome: 'removed', note }, condition(sql`${undecided} and ${there}`)),
    decidedMail(ctx, row, { outcome: 'gone', note }, condition(sql`${undecided} and not ${there}`)),
  ]
}

/** Returns two emails to the requester in the same way: the owner may have replaced the link. */
function closedMails(ctx: UserContext, row: RemovalRequestRow, key: string, note: string) {
  const [undecided, there] = [whereRequestOpen(row.id), whereAnyList(whereKeyed(key))]
  return [
    decidedMail(ctx, row, { outcome: 'closed', note }, condition(sql`${undecided} and ${there}`)),
    decidedMail(ctx, row, { outcome: 'opensNothing', note }, condition(sql`${undecided} and not ${there}`)),
  ]
}

function decisionOf({ actor, now }: UserContext, note: string): Omit<RequestDecision, 'status'> {
  return { decidedBy: actor.id, decidedAt: now, decisionNote: note }
}

/** Returns the video that an administrator names, when it isn't the one in the URL. */
async function videoMeant(ctx: UserContext, row: RemovalRequestRow, id: number | undefined) {
  if (id === undefined || id === row.videoId) return null
  const meant = await videoNamed(ctx, id, linkKeyIn(row.url, ctx.config.siteOrigin))
  if (meant.videoId === null) throw invalidField('videoId', `There's no video with ID ${id}.`)
  return meant
}

/** Returns the fields of a notification that refer to the request. */
function told({ token, videoId }: RemovalRequestRow) {
  return { kind: 'claim', ref: token, videoId } as const
}

/** Returns nothing when the video or its uploader is gone. */
async function tellUploader(ctx: UserContext, row: RemovalRequestRow, note: string) {
  const [video] = row.videoId === null ? [] : await visibilityOf(ctx.db, row.videoId)
  if (!video || video.hold === 'removed') return []
  const [uploader] = await accountOf(ctx.db, video.userId)
  if (!uploader) return []
  const undecided = whereRequestOpen(row.id)
  return [
    keptMail(ctx, uploader, { requestId: row.id, title: video.title, note }, undecided),
    notify(ctx, { userId: video.userId, kind: 'review', outcome: 'kept', videoId: row.videoId }, undecided),
  ]
}
