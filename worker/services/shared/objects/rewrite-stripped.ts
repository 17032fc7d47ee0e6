import { type Patch, patching } from '#worker/formats/patches'
import { withoutMessages } from '#worker/formats/tracks/without-messages'
import { rewriteObject } from '#worker/storage/rewrite'
import type { ServiceContext } from '../../context'

/** What players don't need in a stored file. */
export interface Unneeded {
  patches: readonly Patch[]
  /** The `moov` of an MP4 whose pictures contain messages; null where there are none. */
  index: Uint8Array | null
}

/** Stores a file again without what players don't need in it, if there is anything. Returns whether there was. */
export async function rewriteStripped(
  { media }: ServiceContext,
  file: { key: string; size: number; contentType: string },
  { patches, index }: Unneeded,
): Promise<boolean> {
  if (patches.length === 0 && !index) return false
  await rewriteObject(media, file.key, file, (chunks) => {
    const patched = patching(patches)(chunks)
    return index ? withoutMessages(index, file.size, patched) : patched
  })
  return true
}
