import { formatBytes } from '../../../contract/values/shared/bytes'
import { formatDuration } from '../../../contract/values/shared/duration'
import { Refusal } from './refusal'

/** The limits in the site's settings, in seconds and bytes. */
export interface VideoLimits {
  minDuration: number
  maxDuration: number
  maxUploadBytes: number
}

/** Throws Refusal. */
export function checkSize(bytes: number, { maxUploadBytes }: VideoLimits): void {
  if (bytes > maxUploadBytes) {
    throw new Refusal(
      `This file has ${formatBytes(bytes)}; the most that can be uploaded is ${formatBytes(maxUploadBytes)}.`,
    )
  }
}

/** Throws Refusal. */
export function checkDuration(seconds: number, { minDuration, maxDuration }: VideoLimits): void {
  if (seconds < minDuration) {
    throw new Refusal(`This video is too short: it must last at least ${spoken(minDuration)}.`)
  }
  if (seconds > maxDuration) {
    throw new Refusal(
      `This video lasts ${formatDuration(seconds)}; it may last at most ${spoken(maxDuration)}.`,
    )
  }
}

/** Words a limit for a sentence: `30 seconds`, `60 minutes`. */
export function spoken(seconds: number): string {
  const [count, unit] = seconds < 60 || seconds % 60 !== 0 ? [seconds, 'second'] : [seconds / 60, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
