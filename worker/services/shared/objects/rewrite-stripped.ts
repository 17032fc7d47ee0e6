import { type Patch, patching } from '#worker/formats/patches'
import { readIndex } from '#worker/formats/tracks/mp4-tracks'
import { withoutMessages } from '#worker/formats/tracks/without-messages'
import { rewriteObject } from '#worker/storage/rewrite'
import type { ServiceContext } from '../../context'

/** What players don't need in a file: bytes to replace, and whether its pictures contain messages. */
export interface Unneeded {
  patches: readonly Patch[]
  hasMessages: boolean
}

/** Stores a file again without what players don't need in it, if there is anything. Returns whether there was. */
export async function rewriteStripped(
  { media }: ServiceContext,
  file: { key: string; size: number; contentType: string },
  { patches, hasMessages }: Unneeded,
): Promise<boolean> {
  if (patches.length === 0 && !hasMessages) return false
  const { key, size } = file
  const index = hasMessages ? await readIndex(media.reader(key), size) : null
  await rewriteObject(media, key, file, (chunks) => {
    const patched = patching(patches)(chunks)
    return index ? withoutMessages(index, size, patched) : patched
  })
  return true
}
