import { formatBytes } from '#contract/values/shared/bytes'
import { formatDuration } from '#contract/values/shared/duration'
import { durationInWords } from '#contract/values/shared/duration-words'
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
      `This file is ${formatBytes(bytes)}. You can upload up to ${formatBytes(maxUploadBytes)}.`,
    )
  }
}

/** Throws Refusal. */
export function checkDuration(seconds: number, { minDuration, maxDuration }: VideoLimits): void {
  if (seconds < minDuration) {
    throw new Refusal(`This video is too short: it must last at least ${durationInWords(minDuration)}.`)
  }
  if (seconds > maxDuration) {
    throw new Refusal(
      `This video lasts ${formatDuration(seconds)}; it may last at most ${durationInWords(maxDuration)}.`,
    )
  }
}
