import type { AdminVideo } from '#contract/schemas/moderation/content'
import type { BulkResult } from '#contract/schemas/shared/lists'
import type { BulkAction } from '#contract/values/moderation/content'
import { meantPublic, shownAs } from '#web/entities/video/state/video-state'

interface Words {
  label: string
  /** Follows "3 videos are". */
  done: string
  /** The action that reverses it, if there is one. */
  undo?: BulkAction
  /** Returns whether the video is in that state already. */
  isSo?: (video: AdminVideo) => boolean
}

/** The bulk actions, in the order of their buttons. */
export const bulkWords: Record<BulkAction, Words> = {
  approve: { label: 'Approve', done: 'approved', isSo: ({ review }) => review === 'approved' },
  reject: { label: 'Reject', done: 'rejected and private', isSo: ({ review }) => review === 'rejected' },
  public: { label: 'Make public', done: 'public', undo: 'private', isSo: meantPublic },
  private: {
    label: 'Make private',
    done: 'private',
    undo: 'public',
    isSo: (video) => shownAs(video) === 'private',
  },
  premium: { label: 'Make premium', done: 'premium', undo: 'free', isSo: ({ isPremium }) => isPremium },
  free: { label: 'Make free', done: 'free', undo: 'premium', isSo: ({ isPremium }) => !isPremium },
  delete: { label: 'Delete', done: 'deleted' },
}

/** The result of a bulk action. */
export interface BulkReport {
  action: BulkAction
  /** The changed videos, as they were before. */
  done: AdminVideo[]
  /** How many were in that state already. */
  already: number
  left: { id: number; title: string; detail: string }[]
}

/** Reads the server's result for the selected videos, which leaves out videos already in that state. */
export function readOutcome(
  action: BulkAction,
  chosen: readonly AdminVideo[],
  result: BulkResult,
): BulkReport {
  const changed = new Set(result.filter(({ ok }) => ok).map(({ id }) => id))
  return {
    action,
    done: chosen.filter(({ id }) => changed.has(id)),
    already: chosen.length - result.length,
    left: result
      .filter(({ ok }) => !ok)
      .map(({ id, detail }) => ({
        id,
        title: chosen.find((video) => video.id === id)?.title ?? `Video ${id}`,
        detail: detail ?? "It couldn't be changed.",
      })),
  }
}

/**
 * Returns the videos that the opposite act puts back: an unlisted or scheduled video that is private now
 * isn't made public.
 */
export function undoable({ action, done }: BulkReport): AdminVideo[] {
  return action === 'private' ? done.filter(meantPublic) : done
}

/** Returns a summary: `3 videos are private now. 2 were private already.` */
export function outcomeText({ action, done, already, left }: BulkReport): string {
  const word = bulkWords[action].done
  const sentences = [
    done.length > 0 && `${countVideos(done.length)} ${done.length === 1 ? 'is' : 'are'} ${word} now.`,
    already > 0 && `${countVideos(already)} ${already === 1 ? 'was' : 'were'} ${word} already.`,
    left.length > 0 && `${countVideos(left.length)} ${left.length === 1 ? 'was' : 'were'} left as before.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

export function countVideos(count: number): string {
  return count === 1 ? '1 video' : `${count} videos`
}
