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

export interface LadderProgress {
  /** Qualities being encoded; empty while storyboard and preview are drawn, and while the work is planned. */
  qualities: number[]
  /** Of all encoding, between 0 and 1; null while it isn't known. */
  share: number | null
  /** Estimated seconds left; null until measured. */
  timeLeft: number | null
}

export type LadderOutcome =
  /** All files for this source were handed over, now or in an earlier run. */
  | { kind: 'made' }
  /**
   * Renditions would take this long here. Storyboard and preview are complete; call again with `patient` for
   * the renditions.
   */
  | { kind: 'choice'; minutes: number }
  /**
   * This browser can't encode renditions; the other files were handed over. The sentence says what is
   * missing.
   */
  | { kind: 'unable'; missing: string }

/** Returns the name of a ladder's group of files in OPFS; a key has letters, digits and dashes. */
export function ladderGroup(key: string): string {
  if (!/^[\w-]+$/.test(key)) throw new TypeError('This is no key of a ladder.')
  return `ladder-${key}`
}
