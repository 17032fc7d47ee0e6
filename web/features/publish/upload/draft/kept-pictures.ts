import { openStored, removeStored } from '#web/studio/files/stored-files'
import { storeCopy } from '../store/local-files'

/** Pictures of this page: those that can't be stored, or aren't yet. */
const inMemory = new Map<string, Blob>()

/** Keeps a chosen picture for its draft, through a reload where the browser can. Returns its name. */
export function keepPicture(picture: Blob): string {
  const name = crypto.randomUUID()
  inMemory.set(name, picture)
  void storeCopy(picture, name).then(async (stored) => {
    // Removed while it was being written.
    if (stored && !inMemory.has(name)) await removeStored(name)
  })
  return name
}

export async function openPicture(name: string): Promise<Blob | null> {
  return inMemory.get(name) ?? openStored(name)
}

export async function removePicture(name: string): Promise<void> {
  inMemory.delete(name)
  await removeStored(name)
}
