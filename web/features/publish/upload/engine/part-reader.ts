/** The source of an upload's bytes. */
export interface PartReader {
  readonly size: number
  /** The server has all of it, and nothing is here to be sent. */
  readonly isRemote?: true
  /** Reads bytes from start (inclusive) to end (exclusive). */
  read(start: number, end: number): Promise<ArrayBuffer>
}

/** Stands for a file that the server has: none of it is here to be sent again. */
export function remoteReader(size: number): PartReader {
  const read = async () => {
    throw new TypeError('The file is on the server.')
  }
  return { size, isRemote: true, read }
}

/** Reads a blob, such as a file in OPFS. The browser holds only the requested slices in memory. */
export function blobReader(blob: Blob): PartReader {
  return { size: blob.size, read: (start, end) => blob.slice(start, end).arrayBuffer() }
}
