import type { AdminAppeal, DecideAppeal } from '#contract/schemas/moderation/safety'
import type { Condition } from '#db/conditions'
import { accountOf } from '#db/queries/accounts/users'
import {
  decideAppealOf,
  type RemovalRow,
  whereAppealDecided,
  whereAppealOpen,
} from '#db/queries/moderation/removals'
import { notifyRequesters } from '#db/queries/moderation/restore'
import { removalById } from '#db/queries/moderation/takedown'
import { AppError, notFound } from '#worker/errors'
import type { UserContext } from '../../context'
import { audit, repeatable } from '../../shared/audit'
import { kickMail } from '../../shared/mail'
import { notify } from '../../shared/notices'
import { reversalMails } from '../removal-requests/emails'
import { restore } from '../takedown/restore'
import { appealMail } from './emails'
import { viewAppeals } from './list'

/**
 * Decides an appeal: the video and its copies are restored, or it stays down for good. Tells the uploader
 * and the requester. When two decide at once, the first wins and the second is told.
 */
export async function decideAppeal(ctx: UserContext, id: number, input: DecideAppeal): Promise<AdminAppeal> {
  const act = { action: `appeal.${input.decision}`, subject: 'removal', subjectId: id, reason: input.note }
  await repeatable(ctx, act, () => decide(ctx, id, input))
  const [answer] = await viewAppeals(ctx, await removalById(ctx.db, id))
  if (!answer) throw notFound('This appeal')
  return answer
}

async function decide(ctx: UserContext, id: number, { decision, note }: DecideAppeal): Promise<void> {
  const { actor, db, now } = ctx
  const removal = await openAppeal(ctx, id)
  const restored = decision === 'restore'
  if (restored && removal.filesDeletedAt !== null)
    throw new AppError('conflict', "This video's files have been deleted, so it can't be restored.")
  const [uploader] = await accountOf(db, removal.ownerId)
  const undecided = whereAppealOpen(id)
  const status = restored ? 'upheld' : 'rejected'
  const act = { action: `appeal.${decision}`, subject: 'removal', subjectId: id, reason: note }
  const details = { before: { appeal: 'open' }, after: { appeal: status } }
  const outcome = {
    appealStatus: status,
    appealDecidedBy: actor.id,
    appealDecidedAt: now,
    appealNote: note,
  } as const
  const [[current]] = await db.batch([
    removalById(db, id),
    audit(ctx, { ...act, details }, undecided),
    ...(uploader ? [appealMail(ctx, uploader, { removalId: id, restored, note }, undecided)] : []),
    tellUploader(ctx, removal, restored, undecided),
    ...(restored
      ? [reversalMails(ctx, { removalId: id, note }, undecided), notifyRequesters(db, id, now, undecided)]
      : []),
    decideAppealOf(db, id, outcome),
    ...(restored ? restore(ctx, id, whereAppealDecided(id, outcome)) : []),
  ])
  if (current?.appealStatus !== 'open' || current.restoredAt !== null) throw decided()
  ctx.defer(kickMail(ctx))
}

function tellUploader(ctx: UserContext, removal: RemovalRow, restored: boolean, onlyIf: Condition) {
  const { id, ownerId, videoId } = removal
  const outcome = restored ? 'appeal-upheld' : 'appeal-rejected'
  return notify(ctx, { userId: ownerId, kind: 'claim', outcome, videoId, ref: String(id) }, onlyIf)
}

async function openAppeal({ db }: UserContext, id: number): Promise<RemovalRow> {
  const [removal] = await removalById(db, id)
  if (!removal?.appealStatus) throw notFound('This appeal')
  if (removal.appealStatus !== 'open') throw decided()
  return removal
}

function decided(): AppError {
  return new AppError('conflict', 'This appeal has already been decided.')
}
