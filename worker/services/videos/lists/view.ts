import type { ListStep, VideoList } from '#contract/schemas/videos/lists'
import type { itemsInOrder, ListRow } from '#db/queries/videos/library/lists'
import { type AppError, notFound } from '#worker/errors'
import { isOpenByLink } from '#worker/policy/video-access'
import { isoTime } from '../../shared/time'

/** Returns one refusal for every list that the caller may not know of. */
export function listNotFound(): AppError {
  return notFound("The list you're looking for")
}

export function listView({ id, name, linkKey, closedAt, itemCount, updatedAt }: ListRow): VideoList {
  const isClosed = closedAt !== null
  return { id, name, linkKey, isClosed, count: itemCount, updatedAt: isoTime(updatedAt) }
}

export type StepRow = Awaited<ReturnType<typeof itemsInOrder>>[number]

export function stepView(row: StepRow): ListStep {
  const { id, isPremium, userId, givenKey } = row
  return { id, isPremium, userId, key: isOpenByLink(row) ? givenKey : null }
}
