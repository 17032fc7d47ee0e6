import type { BulkResult } from '#contract/schemas/shared/lists'
import type { Video } from '#contract/schemas/videos/video'
import { type OwnBulkAction, trashDays } from '#contract/values/videos/video'

/** Each action's label, and the words after "3 videos" once it is done. */
export const ownBulkWords: Record<OwnBulkAction, { label: string; done: string }> = {
  public: { label: 'Make public', done: 'set to public' },
  unlisted: { label: 'Make unlisted', done: 'set to unlisted' },
  private: { label: 'Make private', done: 'set to private' },
  premium: { label: 'Make premium', done: 'set to premium' },
  free: { label: 'Make free', done: 'set to free' },
  category: { label: 'Change category', done: 'moved to another category' },
  delete: { label: 'Delete', done: 'deleted' },
  restore: { label: 'Restore', done: 'restored' },
  'delete-for-good': { label: 'Delete for good', done: 'deleted for good' },
}

export function countVideos(count: number): string {
  return count === 1 ? '1 video' : `${count} videos`
}

export const keptForDays = `You can restore it for ${trashDays} days.`
export const allKeptForDays = `You can restore them for ${trashDays} days.`

/** A video that an action left as it was, and why. */
export interface LeftVideo {
  id: number
  title: string
  detail: string
}

/** Returns which of the videos were changed, and which weren't. */
export function readResult(videos: readonly Video[], result: BulkResult) {
  const titleOf = (id: number) => videos.find((video) => video.id === id)?.title ?? `Video ${id}`
  return {
    done: result.filter(({ ok }) => ok).map(({ id }) => id),
    left: result
      .filter(({ ok }) => !ok)
      .map(
        ({ id, detail }): LeftVideo => ({
          id,
          title: titleOf(id),
          detail: detail ?? "It couldn't be changed.",
        }),
      ),
  }
}
