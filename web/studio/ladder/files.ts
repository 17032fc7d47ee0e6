import {
  createStored,
  mostInMemory,
  openStored,
  removeStored,
  removeStoredGroup,
} from '../files/stored-files'
import { growingFile, openSync, type RandomAccessFile, type SyncFile } from '../files/sync-file'
import { ladderGroup } from './ladder'

/** A file in progress. */
export type WorkFile = SyncFile

/** Where a ladder's files are written: in OPFS, so that a closed tab loses little, or in memory. */
export interface LadderFiles {
  /** Bytes that may be written here; for OPFS the browser says whether there is room. */
  most: number
  open(name: string): Promise<WorkFile>
  /** Reads a closed file; its name in OPFS is null in memory. */
  read(name: string, type: string): Promise<{ storedName: string | null; file: Blob } | null>
  remove(name: string): Promise<void>
  removeAll(): Promise<void>
}

/** Opens the files of a key, in memory when the browser has no private file system. */
export async function ladderFiles(key: string): Promise<LadderFiles> {
  const group = ladderGroup(key)
  const probe = `${group}.log`
  if (!(await createStored(probe))) return memoryFiles()
  const stored = (name: string) => `${group}.${name}`
  return {
    most: Number.POSITIVE_INFINITY,
    open: async (name) => {
      const handle = await createStored(stored(name))
      if (!handle) throw new TypeError('The private file system is gone.')
      return openSync(handle)
    },
    read: async (name, type) => {
      const file = await openStored(stored(name))
      // The type of a file from OPFS isn't reliable.
      return file && { storedName: stored(name), file: file.slice(0, file.size, type) }
    },
    remove: (name) => removeStored(stored(name)),
    removeAll: () => removeStoredGroup(group),
  }
}

function memoryFiles(): LadderFiles {
  const files = new Map<string, RandomAccessFile & { content(): Uint8Array<ArrayBuffer> }>()
  return {
    most: mostInMemory,
    open: async (name) => {
      const file = files.get(name) ?? growingFile()
      files.set(name, file)
      return { ...file, flush: () => {}, close: () => {} }
    },
    read: async (name, type) => {
      const file = files.get(name)
      return file ? { storedName: null, file: new Blob([file.content()], { type }) } : null
    },
    remove: async (name) => void files.delete(name),
    removeAll: async () => files.clear(),
  }
}
