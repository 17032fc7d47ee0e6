import type { Draft } from '../draft/draft'
import type { JobState } from '../job/job-state'
import { lacksOf, type Sentences } from './lacks'
import { fieldErrorsOf, publishFailure } from './publish'

/** Why a draft wasn't published. */
export interface Refusal {
  title: 'Upload Error' | 'Upload failed'
  sentence: string
  fields: Sentences
}

export const uploadFailed: Refusal = {
  title: 'Upload Error',
  sentence: "Couldn't upload the video. Your text has been kept.",
  fields: {},
}

/** Returns the refusal of a draft that has faults. */
export function lacking(fields: Sentences): Refusal {
  return { title: 'Upload Error', sentence: Object.values(fields)[0] ?? '', fields }
}

/** Returns the refusal of a draft after a failed request. */
export function refusalOf(error: unknown): Refusal {
  const { videoFile, thumbnailFile, ...others } = fieldErrorsOf(error)
  const sections = {
    ...(videoFile && { video: videoFile }),
    ...(thumbnailFile && { thumbnail: thumbnailFile }),
  }
  return { title: 'Upload failed', sentence: publishFailure(error), fields: { ...others, ...sections } }
}

/** Returns whether the faults for which a draft was refused before a request are mended. */
export function isMended({ title, fields }: Refusal, draft: Draft, state: JobState): boolean {
  if (title !== 'Upload Error' || fields.thumbnail !== undefined) return false
  const hasFailed = state.step === 'uploading' && state.upload.phase === 'failed'
  return !hasFailed && Object.keys(lacksOf(draft, state)).length === 0
}
