import { listItemsMax, listMessages } from '#contract/values/videos/lists'
import { batchNamed } from '#db/batch-named'
import {
  deleteItem,
  insertItem,
  itemOf,
  moveItem,
  ownList,
  renumberItems,
} from '#db/queries/videos/library/lists'
import { AppError, videoNotFound } from '#worker/errors'
import type { UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { findVisible } from '../model/find'
import { listNotFound } from './view'

interface InList {
  listId: number
  videoId: number
}

/** Adds a video at the end of a list, an unlisted one with its key. Safe to repeat. */
export async function addToList(ctx: UserContext, { listId, videoId }: InList, key?: string): Promise<void> {
  const { db, actor, now } = ctx
  await enforceLimit(ctx, 'save', String(actor.id))
  const list = { id: listId, userId: actor.id }
  const video = await findVisible(ctx, videoId, key)
  const { own, held } = await batchNamed(db, [
    ...insertItem(db, list, video, now, listItemsMax),
    { own: ownList(db, list), held: itemOf(db, listId, videoId) },
  ])
  if (own.length === 0) throw listNotFound()
  if (held.length === 0) throw new AppError('conflict', listMessages.full)
}

/** Removes a video from a list, even if the account may no longer see it. Safe to repeat. */
export async function removeFromList(ctx: UserContext, { listId, videoId }: InList): Promise<void> {
  const { db, actor, now } = ctx
  await enforceLimit(ctx, 'save', String(actor.id))
  const list = { id: listId, userId: actor.id }
  const { own } = await batchNamed(db, [...deleteItem(db, list, videoId, now), { own: ownList(db, list) }])
  if (own.length === 0) throw listNotFound()
}

/** Moves a video in a list: right before another one or, with null, to the end. */
export async function moveInList(
  ctx: UserContext,
  { listId, videoId, before }: InList & { before: number | null },
): Promise<void> {
  const { db, actor } = ctx
  await enforceLimit(ctx, 'saveOrder', String(actor.id))
  const list = { id: listId, userId: actor.id }
  const { moved, own, held, target } = await batchNamed(db, [
    { moved: moveItem(db, list, videoId, before) },
    {
      own: ownList(db, list),
      held: itemOf(db, listId, videoId),
      target: itemOf(db, listId, before ?? videoId),
    },
  ])
  if (moved.length > 0) return
  if (own.length === 0) throw listNotFound()
  if (held.length === 0 || target.length === 0) throw videoNotFound()
  // No number is left between the two neighbours.
  await renumberItems(db, listId)
  const again = await moveItem(db, list, videoId, before)
  if (again.length === 0) throw new AppError('conflict', 'The list changed meanwhile. Reload the page.')
}
