import type { Video } from '../../../../../contract/schemas/videos/videos'
import { ApiError } from '../../../../lib/api-error'
import { videoDetails } from '../form/details'
import { type Draft, endDraft, loadDraft } from '../form/draft'
import { damageText } from '../job/damage-text'
import { type Patience, publishFailure, publishWith } from '../job/publish'
import type { VideoJob } from '../job/video-job'
import { uploadBlurred, wantsBlurred } from '../poster/upload-blurred'
import { uploadPicture } from '../poster/upload-picture'
import { sourceMessages } from '../source/source-messages'
import { draftTrailer, posterOf } from './draft-pictures'
import { lacksOf, type Sentences } from './lacks'

/** Why a draft wasn't published. */
export interface Refusal {
  title: 'Upload Error' | 'Upload failed'
  sentence: string
  fields: Sentences
}

export type Outcome = { video: Video; lacksTrailer: boolean } | { refusal: Refusal }

/**
 * Publishes a draft whose source is uploaded, as it is by then: the form may have been changed meanwhile, or be
 * closed. Rejects only with the signal's reason.
 */
export async function publishDraft(draftKey: string, job: VideoJob, patience: Patience): Promise<Outcome> {
  try {
    return await attempt(draftKey, job, patience)
  } catch (error) {
    if (patience.signal.aborted) throw error
    return { refusal: refusalOf(error) }
  }
}

async function attempt(draftKey: string, job: VideoJob, patience: Patience): Promise<Outcome> {
  const finished = await job.finish()
  const state = job.getState()
  if (state.step === 'damaged') return { refusal: lacking({ video: damageText(state.damage) }) }
  if (!finished || state.step !== 'uploading') return { refusal: uploadFailed }
  const draft = () => loadDraft(draftKey)
  const poster = await posterOf(draft().poster, state.video, patience.signal)
  if (!poster) return { refusal: lacking({ thumbnail: sourceMessages.thumbnail }) }
  const thumbnailFile = await uploadPicture(poster, 'image', patience.onLimit)
  // After everything that takes a while, except for the trailer, which depends on it.
  const typed = draft()
  const lacks = lacksOf(typed, state)
  if (Object.keys(lacks).length > 0) return { refusal: lacking(lacks) }
  const blurredFile = wantsBlurred(typed.details) ? await uploadBlurred(poster, patience.onLimit) : null
  const [trailer] = await Promise.allSettled([uploadTrailer(typed, job, patience)])
  // A video is published without a trailer rather than not at all.
  const trailerFile = trailer.status === 'fulfilled' ? trailer.value : null

  const { videoFile } = finished
  const files = { videoFile, thumbnailFile, ...(blurredFile && { blurredFile }) }
  const further = trailerFile ? { ...finished.further, trailerFile } : finished.further
  const details = { ...videoDetails.parse(draft().details), locationData: draft().location }
  const published = await publishWith({ ...details, ...files }, further, patience)
  await job.publishedAs(published.video.id, published.further)
  await endDraft(draftKey)
  return { video: published.video, lacksTrailer: trailer.status === 'rejected' }
}

async function uploadTrailer(draft: Draft, job: VideoJob, { signal, onLimit }: Patience) {
  const state = job.getState()
  const clip = state.step === 'uploading' ? await draftTrailer(draft, state.video, signal) : null
  return clip && uploadPicture(clip, 'trailer', onLimit)
}

const uploadFailed: Refusal = {
  title: 'Upload Error',
  sentence: "Couldn't upload the video. Your text has been kept.",
  fields: {},
}

/** Refuses a draft for what it lacks. */
export function lacking(fields: Sentences): Refusal {
  return { title: 'Upload Error', sentence: Object.values(fields)[0] ?? '', fields }
}

function refusalOf(error: unknown): Refusal {
  const { videoFile, thumbnailFile, ...others } = error instanceof ApiError ? error.fieldErrors : {}
  const sections = {
    ...(videoFile && { video: videoFile }),
    ...(thumbnailFile && { thumbnail: thumbnailFile }),
  }
  return { title: 'Upload failed', sentence: publishFailure(error), fields: { ...others, ...sections } }
}
