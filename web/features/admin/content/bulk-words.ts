import type { AdminVideo, BulkResult } from '../../../../contract/schemas/moderation/content'
import type { BulkAction } from '../../../../contract/values/moderation/administration'
import { meantPublic } from '../../../entities/video/video-state'

interface Words {
  label: string
  /** After "3 videos are". */
  done: string
  /** The act that takes it back, where one does. */
  undo?: BulkAction
  /** There is nothing to do for it. */
  isSo?: (video: AdminVideo) => boolean
}

/** What can be done to many videos, in the order of the buttons. */
export const bulkWords: Record<BulkAction, Words> = {
  approve: { label: 'Approve', done: 'approved', isSo: ({ review }) => review === 'approved' },
  reject: { label: 'Reject', done: 'rejected and private', isSo: ({ review }) => review === 'rejected' },
  public: { label: 'Make public', done: 'public', undo: 'private', isSo: meantPublic },
  private: { label: 'Make private', done: 'private', undo: 'public', isSo: (video) => !meantPublic(video) },
  premium: { label: 'Make premium', done: 'premium', undo: 'free', isSo: ({ isPremium }) => isPremium },
  free: { label: 'Make free', done: 'free', undo: 'premium', isSo: ({ isPremium }) => !isPremium },
  delete: { label: 'Delete', done: 'deleted' },
}

/** How an act on many videos went. */
export interface BulkReport {
  action: BulkAction
  /** What was changed, as it was before. */
  done: AdminVideo[]
  /** It was so before. */
  already: number
  left: { id: number; title: string; detail: string }[]
}

/** Of those that were chosen; the result leaves out what was so before. */
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
        detail: detail ?? 'It could not be changed.',
      })),
  }
}

/** `3 videos are private now. 2 were private already.` */
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
