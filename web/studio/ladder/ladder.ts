/** A complete file of the ladder. It stays in OPFS until it is removed by its stored name. */
export interface LadderFile {
  kind: 'rendition' | 'storyboard' | 'preview'
  /** Of a rendition: its shorter side. */
  quality: number | null
  /** Its name in OPFS; null when it is in memory and a reload loses it. */
  storedName: string | null
  file: Blob
  contentType: string
}

/** Storyboard and preview, which take seconds, or the renditions, which may take longer than the video. */
export type LadderPart = 'pictures' | 'renditions'

export interface LadderProgress {
  /** `previews`: storyboard and preview are drawn; `measuring`: how much work the encoding is on this device. */
  task: 'opening' | 'previews' | 'measuring' | 'encoding'
  /** Qualities being encoded. */
  qualities: number[]
  /** Of the task, between 0 and 1; null while it isn't known. */
  share: number | null
  /** Estimated seconds left; null until measured. */
  timeLeft: number | null
}

export type LadderOutcome =
  /** All files of this part were handed over, now or in an earlier run. */
  | { kind: 'made' }
  /** Renditions would take this long here; call again with `patient` for them. */
  | { kind: 'choice'; minutes: number }
  /** This browser can't encode renditions. The sentence says what is missing. */
  | { kind: 'unable'; missing: string }

/** Returns the name of a ladder's group of files in OPFS; a key has letters, digits and dashes. */
export function ladderGroup(key: string): string {
  if (!/^[\w-]+$/.test(key)) throw new TypeError('This is no key of a ladder.')
  return `ladder-${key}`
}
