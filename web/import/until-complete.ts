import { flawSentence } from '../features/publish/upload/job/question-text'
import type { VideoJob } from '../features/publish/upload/job/video-job'
import { PlainError } from '../lib/api-error'

/** How often an upload or an encoding that stopped is resumed before its file counts as failed. */
const resumes = 20
const encodings = 2

/**
 * Resolves when everything of a job has been sent, to a sentence about files that couldn't be derived, or
 * null. Answers its questions: renditions are made however long they take. Throws the reason why the file
 * can't be sent.
 */
export async function untilComplete(job: VideoJob): Promise<string | null> {
  let left = resumes
  let encodingsLeft = encodings
  for (;;) {
    const found = await nextStop(job)
    if (found.kind === 'complete') return found.missing
    if (found.kind === 'refused') throw new PlainError(found.reason)
    if (found.kind === 'asked') job.delivery?.decide(true)
    else if (found.kind === 'encoding') {
      // Without the rest of the ladder, rather than not at all.
      if (encodingsLeft === 0) job.delivery?.decide(false)
      else job.resume()
      encodingsLeft -= 1
    } else {
      if (left === 0) throw new PlainError(found.reason)
      left -= 1
      await window.waitForSite()
      job.resume()
    }
  }
}

type Stop =
  | { kind: 'complete'; missing: string | null }
  | { kind: 'refused'; reason: string }
  | { kind: 'asked' }
  | { kind: 'encoding' }
  | { kind: 'sending'; reason: string }

function nextStop(job: VideoJob): Promise<Stop> {
  return new Promise((resolve) => {
    const look = () => {
      const stop = stopOf(job)
      if (!stop) return
      forget()
      resolve(stop)
    }
    const forget = job.subscribe(look)
    look()
  })
}

function stopOf(job: VideoJob): Stop | null {
  const state = job.getState()
  if (state.step === 'empty' || state.step === 'stuck')
    return { kind: 'refused', reason: state.error ?? 'The upload was cancelled.' }
  if (state.step === 'damaged' || state.step === 'silent')
    return { kind: 'refused', reason: flawSentence(state) }
  if (state.step !== 'uploading') return null
  if (job.delivery?.isComplete) return { kind: 'complete', missing: state.missing }
  const { upload, error, ladder, makingError } = state
  const reason = upload.error ?? error ?? ''
  if (upload.phase === 'failed') return { kind: upload.canRetry ? 'sending' : 'refused', reason }
  if (error !== null) return { kind: 'sending', reason }
  if (ladder === 'offered') return { kind: 'asked' }
  return makingError === null || ladder === 'over' ? null : { kind: 'encoding' }
}
