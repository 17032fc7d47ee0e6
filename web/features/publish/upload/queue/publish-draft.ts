import type { Video } from '#contract/schemas/videos/video'
import { call, client } from '#web/lib/api'
import { videoDetails } from '../draft/details'
import { type Draft, endDraft, loadDraft } from '../draft/draft'
import { browserSurroundings } from '../engine/browser-surroundings'
import type { Patience } from '../engine/retry'
import type { FrameSource } from '../job/job-state'
import { questionText } from '../job/question-text'
import type { VideoJob } from '../job/video-job'
import { draftTrailer, posterOf } from '../pictures/draft-pictures'
import { uploadBlurred, wantsBlurred } from '../pictures/upload-blurred'
import { uploadPicture } from '../pictures/upload-picture'
import { lacksOf, sourceMessages } from './lacks'
import { fieldErrorsOf, limitOf, publishWith } from './publish'
import { lacking, type Refusal, refusalOf, uploadFailed } from './refusal'

export interface Published {
  video: Video
  lacksTrailer: boolean
}

export type Outcome = Published | { refusal: Refusal }

/** Thrown where an attempt has to begin again, since the draft or its video was changed meanwhile. */
const outdated = new Error('The draft or its video has changed.')

/**
 * Publishes a draft whose source is uploaded, as it is by then: the form may have been changed meanwhile, or be
 * closed. Rejects only with the signal's reason.
 */
export async function publishDraft(draftKey: string, job: VideoJob, patience: Patience): Promise<Outcome> {
  let maySendAgain = true
  for (;;) {
    try {
      return await attempt(draftKey, job, patience)
    } catch (error) {
      if (patience.signal.aborted) throw error
      const wait = limitOf(error)
      if (wait !== null) await limitEnd(wait, patience)
      else if (maySendAgain && fieldErrorsOf(error).videoFile) {
        // The server deletes uploads left for days, while the file may still be here.
        maySendAgain = false
        void job.delivery?.sendAgain()
      } else if (error !== outdated) return { refusal: refusalOf(error) }
    }
  }
}

/** Waits for the end of a limit, which may be a day away. */
async function limitEnd(wait: number, { signal, onLimit }: Patience): Promise<void> {
  onLimit(Date.now() + wait)
  await browserSurroundings.wait(wait, signal)
  onLimit(null)
}

async function attempt(draftKey: string, job: VideoJob, patience: Patience): Promise<Outcome> {
  const finished = await job.finish()
  const state = job.getState()
  if (state.step === 'damaged' || state.step === 'silent')
    return { refusal: lacking({ video: questionText(state) }) }
  if (!finished || state.step !== 'uploading') return { refusal: uploadFailed }
  const { delivery } = job
  const draft = loadDraft(draftKey)
  const poster = await posterOf(draft.poster, state.video, patience.signal)
  if (!poster) return { refusal: lacking({ thumbnail: sourceMessages.thumbnail }) }
  const thumbnailFile = await uploadPicture(poster, 'image', patience)
  const lacks = lacksOf(loadDraft(draftKey), state)
  if (Object.keys(lacks).length > 0) return { refusal: lacking(lacks) }
  const blurredFile = wantsBlurred(draft.details) ? await uploadBlurred(poster, patience) : null
  const [trailer] = await Promise.allSettled([uploadTrailer(draft, state.video, patience)])
  // A video is published without a trailer rather than not at all.
  const trailerFile = trailer.status === 'fulfilled' ? trailer.value : null

  const { videoFile } = finished
  const files = { videoFile, thumbnailFile, ...(blurredFile && { blurredFile }) }
  const further = trailerFile ? { ...finished.further, trailerFile } : finished.further
  const published = await publishWith(
    () => {
      const typed = loadDraft(draftKey)
      const isCurrent = job.delivery === delivery && basisOf(typed) === basisOf(draft)
      if (!isCurrent || Object.keys(lacksOf(typed, job.getState())).length > 0) throw outdated
      return { ...videoDetails.parse(typed.details), locationData: typed.location, ...files }
    },
    further,
    patience,
  )
  if (!(await job.publishedAs(published.video.id, published.further, delivery))) {
    // Trimmed or replaced during the request: the published video may show a part that was to be cut.
    await call(client.api.videos[':id'].$delete({ param: { id: String(published.video.id) } }))
    throw outdated
  }
  await endDraft(draftKey)
  return { video: published.video, lacksTrailer: trailer.status === 'rejected' }
}

/** Returns the choices that a draft's pictures and trailer are made from, as a text to compare. */
function basisOf({ poster, trailer, details: { isPremium, posterStyle } }: Draft): string {
  return JSON.stringify([poster, trailer, isPremium, posterStyle])
}

async function uploadTrailer(draft: Draft, video: FrameSource, patience: Patience) {
  const clip = await draftTrailer(draft, video, patience.signal)
  return clip && uploadPicture(clip, 'trailer', patience)
}
