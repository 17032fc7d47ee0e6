/** A file of the ladder, complete. It stays in OPFS until it is removed by its stored name. */
export interface LadderFile {
  kind: 'rendition' | 'storyboard' | 'preview'
  /** Of a rendition: its shorter side. */
  quality: number | null
  /** Its name in OPFS; null when it is in memory and a reload loses it. */
  storedName: string | null
  file: Blob
  contentType: string
}

export interface LadderStep {
  kind: LadderFile['kind']
  quality: number | null
  /** Between 0 and 1; at 1 the file has been handed over. */
  share: number
}

export interface LadderProgress {
  /** Rungs, lowest first, then storyboard and preview. */
  steps: LadderStep[]
  /** Seconds of the video that are done, of `duration`. */
  seconds: number
  duration: number
  /** Seconds until everything is made, at the speed so far; null until it was measured. */
  timeLeft: number | null
}

export type LadderOutcome =
  /** Everything that this source gets was handed over, now or in an earlier run. */
  | { kind: 'made' }
  /** Rungs would take this long here. Storyboard and preview were made; ask again with `patient` to get the rungs. */
  | { kind: 'choice'; minutes: number }
  /** No rungs from this browser; what could be made all the same was handed over. The sentence says what is missing. */
  | { kind: 'unable'; missing: string }

/** Name of the group of files in OPFS that a ladder is made of; a key has letters, digits and dashes. */
export function ladderGroup(key: string): string {
  if (!/^[\w-]+$/.test(key)) throw new TypeError('This is no key of a ladder.')
  return `ladder-${key}`
}
