import { partSize } from '../../../../contract/values/shared/limits'

const second = 1000
const minute = 60 * second
const GiB = 1024 ** 3

/** Imports of one account that may run at the same time, those that a video waits for aside. */
export const maxRunningImports = 3

/** Times are milliseconds. A test passes smaller ones. */
export interface FetchLimits {
  /** Bytes of one message: a multiple of the part size. */
  sliceBytes: number
  sliceTime: number
  /** Of an origin that knows no ranges: the queue ends a message after 15 minutes, and there is no going on. */
  onePassBytes: number
  onePassTime: number
  headersTimeout: number
  idleTimeout: number
  /** From the request to the last byte, waits and all slices included. */
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

/** What a run may take beyond its fetching: redirects, DNS, the last part's way to R2, the probe. */
export const graceTime = 2 * minute
