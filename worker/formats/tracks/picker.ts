/** Picks what a remux leaves alone out of one sample after the other, which arrive in pieces. */
export interface Picker {
  /** Starts a sample of so many bytes. */
  begin(size: number): void
  write(bytes: Uint8Array): void
  /** Ends the last sample. */
  end(): void
}

export type Keep = (bytes: Uint8Array) => void
