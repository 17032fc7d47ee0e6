/**
 * Recordings in the origin's private file system. They are written as they are made, so that a lost tab loses
 * only the last moment, and stay until they are used or discarded.
 */
const directoryName = 'recordings'

/** Held by the tab that records, reviews or hands over a recording, so that other tabs don't offer it. */
const lockOf = (name: string) => `recording:${name}`

/** Returns an account's directory: other accounts in this browser are never offered its recordings. */
export async function recordingsDirectory(account: number): Promise<FileSystemDirectoryHandle> {
  const all = await (await navigator.storage.getDirectory()).getDirectoryHandle(directoryName, {
    create: true,
  })
  return all.getDirectoryHandle(String(account), { create: true })
}

/** Keeps other tabs away from a recording until `work` settles. */
export async function whileHeld(name: string, work: Promise<unknown>): Promise<void> {
  if (!navigator.locks) return
  await navigator.locks.request(lockOf(name), () => work.catch(() => undefined))
}

/** Finds a recording of a closed tab that was neither used nor discarded; null when there is none. */
export async function findLeftRecording(account: number): Promise<File | null> {
  try {
    const held = new Set((await navigator.locks.query()).held?.map((lock) => lock.name))
    const folder = (await recordingsDirectory(account)) as FileSystemDirectoryHandle & {
      entries(): AsyncIterable<[string, FileSystemHandle]>
    }
    for await (const [name, handle] of folder.entries()) {
      if (handle.kind !== 'file' || held.has(lockOf(name))) continue
      const file = await (handle as FileSystemFileHandle).getFile()
      if (file.size > 0)
        return new File([file], name, { type: typeOf(name), lastModified: file.lastModified })
      await removeRecording(account, name)
    }
  } catch {
    // There is no private file system, for example in a private window, so nothing was stored.
  }
  return null
}

export async function removeRecording(account: number, name: string): Promise<void> {
  try {
    await (await recordingsDirectory(account)).removeEntry(name)
  } catch {
    // It is gone already, or was never stored.
  }
}

/** Removes an account's recordings that were neither used nor discarded. */
export async function removeRecordings(account: number): Promise<void> {
  try {
    const all = await (await navigator.storage.getDirectory()).getDirectoryHandle(directoryName)
    await all.removeEntry(String(account), { recursive: true })
  } catch {
    // There are none.
  }
}

function typeOf(name: string): string {
  return name.endsWith('.mp4') ? 'video/mp4' : 'video/webm'
}
