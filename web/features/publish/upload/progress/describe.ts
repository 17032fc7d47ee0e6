import { limitEnd } from '#web/lib/limit-detail'
import { roughTime } from '#web/lib/time/rough-time'
import type { Sending } from '../delivery/derived-files'
import type { DeliveryState } from '../delivery/job-delivery'

export interface Work {
  /** The task, without its progress. */
  text: string
  /** Between 0 and 1; null while it isn't known. */
  share: number | null
  /** Seconds; null while it isn't known. */
  timeLeft: number | null
  /** Why it takes long, if it does. */
  slowness: string
}

/** Describes the work on a video's further files; null when there is none. */
export function workOf(state: DeliveryState): Work | null {
  const { ladder, making, makingError, sending } = state
  const share = shareOf(state)
  // Encoding is shown rather than the sending beside it: it takes longer and says more.
  if (making?.task === 'encoding') {
    const { qualities, timeLeft } = making
    return { text: list.format(qualities.map((quality) => `${quality}p`)), share, timeLeft, slowness }
  }
  if (sending) {
    const { secondsLeft } = sending.upload
    return {
      text: sendingText(sending),
      share,
      timeLeft: secondsLeft,
      slowness: 'because this connection is slow',
    }
  }
  return makingError === null && (ladder === 'making' || ladder === 'patient')
    ? {
        text: taskTexts[making?.task ?? 'opening'],
        share,
        timeLeft: null,
        slowness,
      }
    : null
}

/**
 * Where each task is on the way to a video's qualities: by the seconds that films of half a minute and of a minute took
 * in Chromium on two cores, sent at 10 Mbit/s. Of longer films, encoding and sending are more.
 */
const stretches = {
  previews: [0, 0.1],
  measuring: [0.1, 0.2],
  encoding: [0.2, 0.8],
  sending: [0.8, 1],
} as const

/** Returns how far a video's further files are, between 0 and 1; null before the first of them is begun. */
export function shareOf({ making, made, ladder, sending }: DeliveryState): number | null {
  if (making && making.task !== 'waiting' && making.task !== 'opening')
    return making.share === null ? null : within(making.task, making.share)
  // Between two tasks, it stays where the first one ended.
  if (ladder !== 'over') return made.length > 0 ? within('previews', 1) : null
  const total = made.reduce((sum, { size }) => sum + size, 0)
  const done = made.reduce((sum, { size, progress }) => sum + (progress === 'waiting' ? 0 : size), 0)
  return total === 0 ? null : within('sending', (done + (sending?.upload.sentBytes ?? 0)) / total)
}

function within(task: keyof typeof stretches, share: number): number {
  const [from, to] = stretches[task]
  return from + (to - from) * Math.min(1, share)
}

/** What is done before there is a quality to name, or what that waits for. */
const taskTexts = {
  waiting: 'waiting for your other videos',
  opening: 'opening the video',
  previews: 'previews',
  measuring: 'checking how fast this device is',
} as const

/** Says which file is being sent, or why it waits; it continues automatically. */
function sendingText({ label, upload: { phase, limitedUntil } }: Sending): string {
  if (phase === 'offline') return 'waiting for a connection'
  if (phase === 'delayed') return 'waiting for the site to respond'
  return limitedUntil === null ? `uploading the ${label}` : `uploads continue ${limitEnd(limitedUntil)}`
}

/** Returns a sentence about why encoding or sending waits to be resumed; null when neither does. */
export function whyStopped({ error, makingError }: DeliveryState): string | null {
  return error ?? makingError
}

/** Seconds. */
const day = 86_400
const slowness = 'because this device encodes video slowly'

const list = new Intl.ListFormat('en')

/** Said beside all work that would stop with its tab. */
export const keepOpen = 'Keep this tab open until this is done.'

/** Returns `42 %, about 3 minutes left`, as far as it is known. */
export function progressText({ share, timeLeft, slowness }: Omit<Work, 'text'>): string {
  const parts = [
    ...(share === null ? [] : [`${Math.floor(share * 100)} %`]),
    ...(timeLeft === null ? [] : [`${roughTime(timeLeft)} left${timeLeft >= day ? `, ${slowness}` : ''}`]),
  ]
  return parts.join(', ')
}

/** Says how long renditions will take, to ask whether to create them. */
export function whatItTakes(minutes: number): string {
  const seconds = 60 * minutes
  const time = seconds >= day ? `${roughTime(seconds)}, ${slowness}` : `${roughTime(seconds)} on this device`
  return `Lower qualities help viewers on slow connections. Creating them will take ${time}.`
}
