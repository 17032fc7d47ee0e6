/** Where the bytes of an upload come from. */
export interface PartReader {
  readonly size: number
  /** Bytes from start (inclusive) to end (exclusive). */
  read(start: number, end: number): Promise<ArrayBuffer>
  /** Removes what was made for this upload alone. */
  discard(): Promise<void>
}

/** Reads a blob, a file from OPFS among them; the browser holds only the slices that are asked for. */
export function blobReader(blob: Blob, discard: () => Promise<void> = async () => {}): PartReader {
  return {
    size: blob.size,
    read: (start, end) => blob.slice(start, end).arrayBuffer(),
    discard,
  }
}
