import { openStored } from '../../../../studio/files/stored-files'

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
