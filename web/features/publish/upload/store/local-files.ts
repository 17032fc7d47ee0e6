import { createStored, hasRoom, openStored, removeStored } from '#web/studio/files/stored-files'

/** Opens a file in OPFS, if it is complete. */
export async function openWhole(
  video: { storedName: string | null; size: number } | null,
): Promise<File | null> {
  const file = await openStored(video?.storedName ?? '')
  return file?.size === video?.size ? file : null
}

/** Returns a file if it is still readable: a chosen one may have been moved or deleted. */
export async function readable(file: Blob | null): Promise<Blob | null> {
  const first = await file
    ?.slice(0, 1)
    .arrayBuffer()
    .catch(() => null)
  return first ? file : null
}

/**
 * Copies a file to OPFS under a name, if there is room for so many bytes. Returns whether it is there: not every
 * browser can.
 */
export async function storeCopy(file: Blob, name: string, room = file.size): Promise<boolean> {
  try {
    if (!(await hasRoom(room))) return false
    const writable = await (await createStored(name))?.createWritable()
    if (!writable) return false
    await writable.write(file)
    await writable.close()
    return true
  } catch {
    await removeStored(name)
    return false
  }
}
