import type { Draft } from '../draft/draft'
import type { JobState } from '../job/job-state'
import { questionText } from '../job/question-text'
import { lacksOf, type Sentences } from '../queue/lacks'
import type { QueueItem } from '../queue/queue-item'
import type { Refusal } from '../queue/refusal'
import { delayText, limitText } from './limit-text'

export type Tone = 'calm' | 'done' | 'danger'

export interface ItemState {
  text: string
  tone: Tone
  /** Between 0 and 1, while something is on its way. */
  share: number | null
}

/** Says how far a video of the queue is, or its next step. */
export function stateOf(item: QueueItem, job: JobState, draft: Draft): ItemState {
  const { refusal, file, limitedUntil, wanted, isRestoring } = item
  if (isRestoring && job.step === 'empty') return calm('Waiting')
  if (job.step === 'empty' && job.error) return danger(job.error)
  if (job.step === 'empty' && file) return danger(`Choose “${file.name}” again to continue.`)
  if (job.step === 'stuck') return danger(job.error)
  if (job.step === 'damaged' || job.step === 'silent') return danger(questionText(job))
  // The faults that are left: some may have been mended.
  if (refusal)
    return danger(needText({ ...lacksOf(draft, job), ...thumbnailOf(refusal) }) ?? refusal.sentence)
  if (limitedUntil !== null) return calm(limitText(limitedUntil))
  if (job.step === 'empty') return calm('No video chosen')
  if (job.step === 'fetching') return calm('Loading', job.share)
  if (job.step === 'preparing') return job.share === null ? calm('Waiting') : calm('Preparing', job.share)
  if (job.elsewhere) return calm('In progress in another tab')
  return uploadState(job, wanted)
}

function uploadState({ upload }: Extract<JobState, { step: 'uploading' }>, wanted: boolean): ItemState {
  const share = upload.sentBytes / upload.totalBytes
  switch (upload.phase) {
    case 'waiting':
      return calm('Waiting to upload', share)
    case 'sending':
      return calm(`Uploading ${Math.floor(100 * share)} %`, share)
    case 'offline':
      return calm('Waiting for a connection', share)
    case 'limited':
      return calm(limitText(upload.limitedUntil), share)
    case 'delayed':
      return calm(delayText, share)
    case 'paused':
      return calm(`Paused at ${Math.floor(100 * share)} %`, share)
    case 'finishing':
      return calm('Checking the file', 1)
    case 'failed':
      return danger(upload.error ?? 'The upload was interrupted.')
    default:
      return wanted ? calm('Publishing') : { text: 'Ready to publish', tone: 'done', share: null }
  }
}

function calm(text: string, share: number | null = null): ItemState {
  return { text, tone: 'calm', share }
}

function danger(text: string): ItemState {
  return { text, tone: 'danger', share: null }
}

const names: Partial<Record<string, string>> = {
  title: 'a title',
  categoryId: 'a category',
  video: 'a video',
  thumbnail: 'a thumbnail',
}

/** Only a publication finds out that this browser can't make a thumbnail. */
function thumbnailOf({ fields: { thumbnail } }: Refusal): Sentences {
  return thumbnail === undefined ? {} : { thumbnail }
}

const list = new Intl.ListFormat('en')

/** Returns `Needs a title and a category`, where a form is only incomplete. */
function needText(fields: object): string | null {
  const needs = Object.keys(fields).map((field) => names[field])
  return needs.length > 0 && needs.every((need) => need !== undefined)
    ? `Needs ${list.format(needs as string[])}`
    : null
}
