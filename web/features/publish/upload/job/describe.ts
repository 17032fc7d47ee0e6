import type { LadderStep } from '../../../../studio/studio'
import type { DeliveryState } from './job-delivery'

export interface Work {
  /** The task, without its progress. */
  text: string
  /** Between 0 and 1; null while it isn't known. */
  share: number | null
  /** Seconds; null while it isn't known. */
  timeLeft: number | null
}

/** Describes the work on a video's further files; null when there is none. */
export function workOf({ ladder, making, makingError, sending }: DeliveryState): Work | null {
  // Encoding is shown rather than the sending beside it: it takes longer and says more.
  if (making) {
    const { steps, seconds, duration, timeLeft } = making
    return { text: stepsText(steps), share: duration > 0 ? Math.min(1, seconds / duration) : null, timeLeft }
  }
  if (sending) {
    const { sentBytes, totalBytes, secondsLeft } = sending.upload
    return { text: `uploading the ${sending.label}`, share: sentBytes / totalBytes, timeLeft: secondsLeft }
  }
  return makingError === null && (ladder === 'making' || ladder === 'patient')
    ? { text: 'starting', share: null, timeLeft: null }
    : null
}

/** Returns a sentence about why encoding or sending waits to be resumed; null when neither does. */
export function whyStopped({ error, makingError }: DeliveryState): string | null {
  return error ?? makingError
}

/** Names the renditions, then the other derived files: `360p and 480p`. */
function stepsText(steps: readonly LadderStep[]): string {
  const open = steps.filter(({ share }) => share < 1)
  const renditions = open.flatMap(({ quality }) => (quality === null ? [] : [`${quality}p`]))
  if (renditions.length > 0) return list.format(renditions)
  return open.some(({ kind }) => kind === 'storyboard') ? 'seek bar previews' : 'preview'
}

const list = new Intl.ListFormat('en')

/** Returns `42 %, 1 min left`, as far as it is known. */
export function progressText({ share, timeLeft }: Pick<Work, 'share' | 'timeLeft'>): string {
  const parts = [
    ...(share === null ? [] : [`${Math.floor(share * 100)} %`]),
    ...(timeLeft === null ? [] : [timeLeftText(timeLeft)]),
  ]
  return parts.join(', ')
}

function timeLeftText(seconds: number): string {
  return seconds < 60 ? 'less than a minute left' : `${Math.round(seconds / 60)} min left`
}
