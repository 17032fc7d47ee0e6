import type { LadderStep } from '../../../../studio/studio'
import type { DeliveryState } from './delivery'

export interface Work {
  /** What is being done, without how far it is. */
  text: string
  /** Between 0 and 1; null while nobody can say. */
  share: number | null
  /** Seconds; null while it isn't known. */
  timeLeft: number | null
}

/** What is being done for the further files of a video; null when nothing is. */
export function workOf({ ladder, making, makingError, sending }: DeliveryState): Work | null {
  // Sending goes on beside the making, which takes longer and says more.
  if (making) {
    const { steps, seconds, duration, timeLeft } = making
    return { text: stepsText(steps), share: duration > 0 ? Math.min(1, seconds / duration) : null, timeLeft }
  }
  if (sending) {
    const { sentBytes, totalBytes, secondsLeft } = sending.upload
    return { text: `sending the ${sending.label}`, share: sentBytes / totalBytes, timeLeft: secondsLeft }
  }
  return makingError === null && (ladder === 'making' || ladder === 'patient')
    ? { text: 'starting', share: null, timeLeft: null }
    : null
}

/** Why the making or the sending waits to be told to go on, in a sentence; null while nothing does. */
export function whyStopped({ error, makingError }: DeliveryState): string | null {
  return error ?? makingError
}

/** `360p and 480p`, then what comes after the rungs. */
function stepsText(steps: readonly LadderStep[]): string {
  const open = steps.filter(({ share }) => share < 1)
  const rungs = open.flatMap(({ quality }) => (quality === null ? [] : [`${quality}p`]))
  if (rungs.length > 0) return list.format(rungs)
  return open.some(({ kind }) => kind === 'storyboard') ? 'seek pictures' : 'preview'
}

const list = new Intl.ListFormat('en')

/** `42 %, 1 min left`, as far as it is known. */
export function progressText({ share, timeLeft }: Pick<Work, 'share' | 'timeLeft'>): string {
  const parts = [
    ...(share === null ? [] : [`${Math.floor(share * 100)} %`]),
    ...(timeLeft === null ? [] : [timeLeftText(timeLeft)]),
  ]
  return parts.join(', ')
}

function timeLeftText(seconds: number): string {
  return seconds < 60 ? 'under a minute left' : `${Math.round(seconds / 60)} min left`
}
