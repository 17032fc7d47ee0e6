import { MiB } from '#contract/values/shared/limits'

/** The studio's output files, in the origin's private file system, so that they survive a reload. */
const directoryName = 'uploads'
/** Milliseconds after which a file that belongs to no upload is left over. */
const leftOverAfter = 24 * 3600 * 1000
/** Bytes up to which a file is made in memory where there is no such file system: it takes three times as many. */
export const mostInMemory = 150 * MiB

async function directory(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(directoryName, { create: true })
}

/**
 * Returns a handle to write to; null where the browser has no private file system, for example in a private
 * window.
 */
export async function createStored(name: string): Promise<FileSystemFileHandle | null> {
  try {
    return await (await directory()).getFileHandle(name, { create: true })
  } catch {
    return null
  }
}

export async function openStored(name: string): Promise<File | null> {
  try {
    return await (await (await directory()).getFileHandle(name)).getFile()
  } catch {
    return null
  }
}

export async function removeStored(name: string): Promise<void> {
  try {
    await (await directory()).removeEntry(name)
  } catch {
    // It is gone already.
  }
}

/** Removes every file of a group: those whose name begins with its name and a full stop. */
export async function removeStoredGroup(group: string): Promise<void> {
  try {
    const names: string[] = []
    for await (const [name] of await entries()) {
      if (name.startsWith(`${group}.`)) names.push(name)
    }
    await Promise.all(names.map(removeStored))
  } catch {
    // No private file system: nothing was left in it.
  }
}

/** Removes the files of crashed tabs. `inUse` holds names of files and of groups. */
export async function pruneStored(inUse: ReadonlySet<string>, now: number): Promise<void> {
  try {
    for await (const [name, handle] of await entries()) {
      const [group = name] = name.split('.')
      if (inUse.has(name) || inUse.has(group) || handle.kind !== 'file') continue
      const { lastModified } = await (handle as FileSystemFileHandle).getFile()
      if (now - lastModified > leftOverAfter) await removeStored(name)
    }
  } catch {
    // No private file system: nothing was left in it.
  }
}

/**
 * Returns the files. TypeScript's DOM library has this in DOM.AsyncIterable, which the project doesn't load.
 */
async function entries(): Promise<AsyncIterable<[string, FileSystemHandle]>> {
  const folder = (await directory()) as FileSystemDirectoryHandle & {
    entries(): AsyncIterable<[string, FileSystemHandle]>
  }
  return folder.entries()
}

/** Returns whether a file of this size fits, and true where the browser doesn't say. */
export async function hasRoom(bytes: number): Promise<boolean> {
  // WebKitGTK has no storage manager.
  const { quota, usage } = (await navigator.storage?.estimate()) ?? {}
  return quota === undefined || usage === undefined || quota - usage > bytes * 1.05
}
