/**
 * Picks the parts that a remux doesn't change out of one sample after the other. Samples arrive in pieces.
 */
export interface Picker {
  /** Starts a sample of `size` bytes. */
  begin(size: number): void
  write(bytes: Uint8Array): void
  /** Ends the last sample. */
  end(): void
}

export type Keep = (bytes: Uint8Array) => void
