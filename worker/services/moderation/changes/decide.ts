import type { DecideChanges } from '#contract/schemas/moderation/changes'
import type { AdminVideo } from '#contract/schemas/moderation/content'
import { batchNamed } from '#db/batch-named'
import type { AdminVideoRow } from '#db/queries/videos/for-staff'
import {
  approvedTextsOf,
  approveTexts,
  forgetChanges,
  raiseChanges,
  restoreTexts,
  restoreTracks,
  whereUnchangedSince,
} from '#db/queries/videos/publishing/approved-texts'
import { recallVideoRow } from '#db/queries/videos/publishing/review'
import { revokeFilesOf } from '#db/queries/videos/video-files'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { audit, repeatable } from '../../shared/audit'
import { titleColumns } from '../../shared/fold-title'
import { kickMail } from '../../shared/mail'
import { enqueuePrune } from '../../shared/objects'
import { adminVideoView, anyVideo } from '../../videos/browse'
import { inCase } from '../case-viewer/in-case'
import { changesMail } from './mail'

/**
 * Decides about texts that were changed since approval: they are approved as they are, replaced by those that
 * were approved, or the video goes back to review. A decision about anything but the text shown is refused.
 */
export async function decideChanges(ctx: UserContext, id: number, input: DecideChanges): Promise<AdminVideo> {
  const { decision, note } = input
  const reason = decision === 'accept' ? null : note
  const act = { action: actions[decision], subject: 'video', subjectId: id, reason }
  const run = async () => {
    const row = await anyVideo(ctx, id)
    if (!(await verbs[decision](ctx, row, input))) throw changedMeanwhile()
    ctx.defer(kickMail(ctx))
    ctx.defer(enqueuePrune(ctx))
  }
  const wasDone = await repeatable(ctx, act, run)
  const row = await anyVideo(ctx, id)
  if (wasDone && !(await stands(ctx, row, input))) throw changedMeanwhile()
  return adminVideoView(inCase(ctx), row)
}

/**
 * Returns whether the video is as this decision left it. It isn't if it was changed again after the same
 * decision.
 */
async function stands({ db }: UserContext, row: AdminVideoRow, { decision, changes }: DecideChanges) {
  const [approved] = await approvedTextsOf(db, row.id)
  return decision === 'recall'
    ? row.review === 'pending' && approved?.changes === changes
    : approved?.changes === changes + 1
}

function changedMeanwhile(): AppError {
  return new AppError('conflict', 'This video was changed or decided since you opened it. Reload the list.')
}

const actions = { accept: 'video.seen', revert: 'video.revert', recall: 'video.recall' } as const

type Verb = (ctx: UserContext, row: AdminVideoRow, input: DecideChanges) => Promise<boolean>

const verbs: Record<DecideChanges['decision'], Verb> = { accept, revert, recall }

async function accept(ctx: UserContext, row: AdminVideoRow, { changes }: DecideChanges): Promise<boolean> {
  const { db, now } = ctx
  const onlyIf = whereUnchangedSince(row.id, changes)
  const [approved] = await approvedTextsOf(db, row.id)
  const act = actOf(actions.accept, row, approved, textsOf(row))
  const { done } = await batchNamed(db, [
    audit(ctx, act, onlyIf),
    { done: forgetChanges(db, row.id, onlyIf) },
    ...approveTexts(db, row.id, now, onlyIf),
  ])
  return done.length > 0
}

async function revert(
  ctx: UserContext,
  row: AdminVideoRow,
  { changes, note }: DecideChanges,
): Promise<boolean> {
  const { db, now } = ctx
  const onlyIf = whereUnchangedSince(row.id, changes)
  const [approved] = await approvedTextsOf(db, row.id)
  if (!approved) return false
  const act = { ...actOf(actions.revert, row, row, textsOf(approved)), reason: note }
  const mails = await changesMail(ctx, row, 'revert', note, onlyIf)
  const { done } = await batchNamed(db, [
    ...mails,
    audit(ctx, act, onlyIf),
    { done: restoreTexts(db, row.id, titleColumns(approved.title), ctx.now, onlyIf) },
    revokeFilesOf(db, row.id, now, { among: ['caption'], onlyIf }),
    ...restoreTracks(db, row.id, now, onlyIf),
    raiseChanges(db, row.id, onlyIf),
  ])
  return done.length > 0
}

async function recall(
  ctx: UserContext,
  row: AdminVideoRow,
  { changes, note }: DecideChanges,
): Promise<boolean> {
  const { db, now } = ctx
  const onlyIf = whereUnchangedSince(row.id, changes)
  const act = {
    action: actions.recall,
    subject: 'video',
    subjectId: row.id,
    reason: note,
    details: { before: { review: 'approved' }, after: { review: 'pending' } },
  }
  const mails = await changesMail(ctx, row, 'recall', note, onlyIf)
  const { done } = await batchNamed(db, [
    ...mails,
    revokeFilesOf(db, row.id, now, { onlyIf }),
    audit(ctx, act, onlyIf),
    { done: recallVideoRow(db, row.id, now, onlyIf) },
  ])
  return done.length > 0
}

type Texts = Pick<AdminVideoRow, 'title' | 'description' | 'tags'>

function textsOf({ title, description, tags }: Texts): Texts {
  return { title, description, tags }
}

function actOf(action: string, { id }: AdminVideoRow, before: Texts | undefined, after: Texts) {
  const details = { before: before ? textsOf(before) : null, after }
  return { action, subject: 'video', subjectId: id, details }
}
