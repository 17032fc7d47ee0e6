import type { StreamTargetChunk } from 'mediabunny'

/** A file with random access: OPFS in a worker, or bytes in memory. */
export interface RandomAccessFile {
  getSize(): number
  read(into: Uint8Array<ArrayBuffer>, options: { at: number }): number
  write(from: Uint8Array, options: { at: number }): number
  truncate(size: number): void
}

/**
 * A file of OPFS opened in a worker. TypeScript declares it only in its worker library, which excludes the
 * DOM's.
 */
export interface SyncFile extends RandomAccessFile {
  flush(): void
  close(): void
}

export function openSync(handle: FileSystemFileHandle): Promise<SyncFile> {
  return (
    handle as FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncFile> }
  ).createSyncAccessHandle()
}

export function writableOf(file: SyncFile): WritableStream<StreamTargetChunk> {
  return new WritableStream({
    write: ({ data, position }) => {
      file.write(data, { at: position })
    },
  })
}

/** Wraps bytes in memory in the same interface, for small files in browsers without OPFS. */
export function bytesFile(bytes: Uint8Array): RandomAccessFile {
  let size = bytes.byteLength
  return {
    getSize: () => size,
    read: (into, { at }) => copyPart(bytes.subarray(0, size), into, at),
    write: (from, { at }) => {
      bytes.set(from, at)
      return from.byteLength
    },
    truncate: (to) => {
      size = to
    },
  }
}

/** Returns a growing file in memory and its content. */
export function growingFile(): RandomAccessFile & { content(): Uint8Array<ArrayBuffer> } {
  let bytes = new Uint8Array(1024 * 1024)
  let size = 0
  return {
    getSize: () => size,
    read: (into, { at }) => copyPart(bytes.subarray(0, size), into, at),
    write: (from, { at }) => {
      const end = at + from.byteLength
      if (end > bytes.byteLength) {
        const larger = new Uint8Array(Math.max(end, 2 * bytes.byteLength))
        larger.set(bytes)
        bytes = larger
      }
      bytes.set(from, at)
      size = Math.max(size, end)
      return from.byteLength
    },
    truncate: (to) => {
      size = to
    },
    content: () => bytes.subarray(0, size),
  }
}

/** Returns the number of bytes copied. */
function copyPart(bytes: Uint8Array, into: Uint8Array, at: number): number {
  const part = bytes.subarray(at, at + into.byteLength)
  into.set(part)
  return part.byteLength
}
