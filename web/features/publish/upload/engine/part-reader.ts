/** The source of an upload's bytes. */
export interface PartReader {
  readonly size: number
  /** Reads bytes from start (inclusive) to end (exclusive). */
  read(start: number, end: number): Promise<ArrayBuffer>
  /** Removes data that was created for this upload only. */
  discard(): Promise<void>
}

/** Stands for a file that the server has: none of it is here to be sent again. */
export function remoteReader(size: number): PartReader {
  return {
    size,
    read: async () => {
      throw new TypeError('The file is on the server.')
    },
    discard: async () => {},
  }
}

/** Reads a blob, such as a file in OPFS. The browser holds only the requested slices in memory. */
export function blobReader(blob: Blob, discard: () => Promise<void> = async () => {}): PartReader {
  return {
    size: blob.size,
    read: (start, end) => blob.slice(start, end).arrayBuffer(),
    discard,
  }
}
