import { type Patch, patching } from '#worker/formats/patches'
import { type SampleReader, withoutMessages } from '#worker/formats/tracks/without-messages'
import { rewriteObject } from '#worker/storage/rewrite'
import type { ServiceContext } from '../../context'

/** What players don't need in a stored file. */
interface Unneeded {
  patches: readonly Patch[]
  /** Reader of a file whose pictures contain messages; null where they contain none. */
  samples: SampleReader | null
}

/** Stores a file again without what players don't need in it, if there is anything. Returns whether there was. */
export async function rewriteStripped(
  { media }: ServiceContext,
  file: { key: string; size: number; contentType: string },
  { patches, samples }: Unneeded,
): Promise<boolean> {
  if (patches.length === 0 && !samples) return false
  await rewriteObject(media, file.key, file, (chunks) => {
    const patched = patching(patches)(chunks)
    return samples ? withoutMessages(samples, patched) : patched
  })
  return true
}
