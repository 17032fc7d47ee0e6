import { openStored } from '../../../../studio/files/stored-files'

/** A file in OPFS, if all of it is there. */
export async function openWhole(
  video: { storedName: string | null; size: number } | null,
): Promise<File | null> {
  const file = await openStored(video?.storedName ?? '')
  return file?.size === video?.size ? file : null
}

/** A file, if it can still be read: a chosen one may have been moved or deleted by now. */
export async function readable(file: Blob | null): Promise<Blob | null> {
  const first = await file
    ?.slice(0, 1)
    .arrayBuffer()
    .catch(() => null)
  return first ? file : null
}
