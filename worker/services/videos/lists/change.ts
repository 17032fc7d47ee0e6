import type { UpdateList, VideoList } from '#contract/schemas/videos/lists'
import { foldText } from '#contract/values/shared/fold'
import { listMessages, listsMax } from '#contract/values/videos/lists'
import { batchNamed } from '#db/batch-named'
import { always } from '#db/conditions'
import {
  closeListLink,
  deleteList,
  insertList,
  listNamed,
  type OwnList,
  openListLink,
  ownList,
  renameList,
  renewListLink as renewListLinkRow,
  whereUnshared,
} from '#db/queries/videos/library/lists'
import { AppError, invalidField } from '#worker/errors'
import type { UserContext } from '../../context'
import { findBlockedTerm, refuseBlockedTerms } from '../../shared/blocked-terms'
import { enforceLimit } from '../../shared/rate-limits'
import { repeatMs } from '../../shared/time'
import { createLinkKey } from '../model/visibility'
import { getList } from './read'
import { listNotFound, listView } from './view'

/** Makes an empty, private list. */
export async function createList(ctx: UserContext, { name }: { name: string }): Promise<VideoList> {
  const { db, actor, now } = ctx
  await enforceLimit(ctx, 'list', String(actor.id))
  const nameFolded = foldText(name)
  // First: after it, the name is taken by the list itself.
  const { same, made } = await batchNamed(db, [
    { same: listNamed(db, actor.id, nameFolded) },
    { made: insertList(db, { userId: actor.id, name, nameFolded, now }, listsMax) },
  ])
  const [row] = made
  if (row) return listView(row)
  // An empty list of the same name is the one already made, whose response was lost.
  const [twin] = same
  const isRepeated = twin?.name === name && twin.itemCount === 0 && twin.createdAt > now - repeatMs
  if (isRepeated) return listView(twin)
  throw same.length > 0 ? nameTaken() : new AppError('conflict', listMessages.tooMany)
}

/** Renames a list, and opens or closes its link. A list with a link has no blocked term in its name. */
export async function updateList(
  ctx: UserContext,
  id: number,
  { name, isShared }: UpdateList,
): Promise<VideoList> {
  await enforceLimit(ctx, 'list', String(ctx.actor.id))
  const list = { id, userId: ctx.actor.id }
  // First, so that a request may rename a list and close it even if its new name is blocked for shared lists.
  if (isShared === false) await closeListLink(ctx.db, list)
  if (name !== undefined) await rename(ctx, list, name)
  if (isShared) await open(ctx, list)
  return getList(ctx, id)
}

async function rename(ctx: UserContext, list: OwnList, name: string): Promise<void> {
  const { db, now } = ctx
  const nameFolded = foldText(name)
  const isBlocked = findBlockedTerm(ctx, name) !== null
  const onlyIf = isBlocked ? whereUnshared : always
  const { renamed, row, same } = await batchNamed(db, [
    { renamed: renameList(db, list, { name, nameFolded, now }, onlyIf) },
    { row: ownList(db, list), same: listNamed(db, list.userId, nameFolded) },
  ])
  if (renamed.length > 0) return
  if (row.length === 0) throw listNotFound()
  if (same.some(({ id }) => id !== list.id)) throw nameTaken()
  refuseBlockedTerms(ctx, [{ field: 'name', place: 'list', text: name }])
}

async function open(ctx: UserContext, list: OwnList): Promise<void> {
  const [row] = await ownList(ctx.db, list)
  if (!row) throw listNotFound()
  if (row.closedAt !== null) throw new AppError('conflict', listMessages.closed)
  refuseBlockedTerms(ctx, [{ field: 'name', place: 'list', text: row.name }])
  const opened = await openListLink(ctx.db, list, createLinkKey(), row.name)
  if (opened.length === 0) throw new AppError('conflict', 'The list changed meanwhile. Try again.')
}

/**
 * Gives a list another link; the previous one opens nothing any more. Does nothing when that is gone already,
 * by an earlier press.
 */
export async function renewListLink(
  ctx: UserContext,
  id: number,
  { replaces }: { replaces: string },
): Promise<VideoList> {
  await enforceLimit(ctx, 'list', String(ctx.actor.id))
  await renewListLinkRow(ctx.db, { id, userId: ctx.actor.id }, createLinkKey(), replaces)
  return getList(ctx, id)
}

/** Deletes a list. A missing one counts as deleted. */
export async function removeList(ctx: UserContext, id: number): Promise<void> {
  const { db, actor } = ctx
  await enforceLimit(ctx, 'list', String(actor.id))
  await db.batch(deleteList(db, { id, userId: actor.id }))
}

function nameTaken(): AppError {
  return invalidField('name', listMessages.taken)
}
