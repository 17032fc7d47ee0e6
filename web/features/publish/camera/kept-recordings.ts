/**
 * Recordings in the origin's private file system: written while they are made, so that a tab that is lost takes the last
 * moment of one with it and no more, and kept until they are used or discarded.
 */
const directoryName = 'recordings'

/** Held by the tab that records, reviews or hands over a recording: another tab doesn't offer it. */
const lockOf = (name: string) => `recording:${name}`

/** Of one account: nobody else on this browser is offered its recordings. */
export async function recordingsDirectory(account: number): Promise<FileSystemDirectoryHandle> {
  const all = await (await navigator.storage.getDirectory()).getDirectoryHandle(directoryName, {
    create: true,
  })
  return all.getDirectoryHandle(String(account), { create: true })
}

/** Keeps other tabs off a recording until `work` is over. */
export async function whileHeld(name: string, work: Promise<unknown>): Promise<void> {
  if (!navigator.locks) return
  await navigator.locks.request(lockOf(name), () => work.catch(() => undefined))
}

/** A recording that nobody has used or discarded, from a tab that is gone; null when there is none. */
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
    // No private file system, in a private window for example: nothing was kept.
  }
  return null
}

export async function removeRecording(account: number, name: string): Promise<void> {
  try {
    await (await recordingsDirectory(account)).removeEntry(name)
  } catch {
    // It is gone already, or was never kept.
  }
}

/** Removes what an account recorded and neither used nor discarded. */
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
