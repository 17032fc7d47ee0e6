import { partSize } from '#contract/values/shared/limits'

const second = 1000
const minute = 60 * second
const GiB = 1024 ** 3

/** Imports of one account that may run at once, apart from those that a video waits for. */
export const maxRunningImports = 3

/** Times are in milliseconds. Tests pass smaller ones. */
export interface FetchLimits {
  /** Bytes per message: a multiple of the part size. */
  sliceBytes: number
  sliceTime: number
  /**
   * For an origin without ranges: the queue kills a consumer after 15 minutes, and the transfer can't resume.
   */
  onePassBytes: number
  onePassTime: number
  headersTimeout: number
  idleTimeout: number
  /** From the request to the last byte, including waits and all slices. */
  totalTime: number
}

export const fetchLimits: FetchLimits = {
  sliceBytes: 32 * partSize,
  sliceTime: 4 * minute,
  onePassBytes: GiB,
  onePassTime: 14 * minute,
  headersTimeout: 10 * second,
  idleTimeout: 30 * second,
  totalTime: 2 * 60 * minute,
}

/** A run's time beyond fetching: redirects, DNS, storing the last part in R2, the probe. */
export const graceTime = 2 * minute
