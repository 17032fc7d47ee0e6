import { applyPatches, type Patch } from '../formats/patches'
import { largeChunks } from './chunks'
import type { MediaStore } from './media-store'

/**
 * Stores an object again under its key with some bytes replaced. R2 shows the old or the new object, never a
 * mixture, and a second run changes nothing: safe to repeat after a crash.
 */
export async function rewriteObject(
  media: MediaStore,
  key: string,
  { size, contentType }: { size: number; contentType: string },
  patches: readonly Patch[],
): Promise<void> {
  const object = await media.read(key, 0, size)
  if (!object) throw new Error(`No object ${key}`)
  const sized = new FixedLengthStream(size)
  const writer = sized.writable.getWriter()
  const give = async () => {
    let offset = 0
    for await (const chunk of largeChunks(object.body)) {
      applyPatches(patches, offset, chunk)
      offset += chunk.length
      await writer.write(chunk)
    }
    await writer.close()
  }
  const storing = media.put(key, sized.readable, contentType)
  // Whichever side fails ends the other, which would otherwise wait forever.
  storing.catch((reason: unknown) => writer.abort(reason).catch(() => undefined))
  const giving = give().catch(async (reason: unknown) => {
    await writer.abort(reason).catch(() => undefined)
    throw reason
  })
  const outcomes = await Promise.allSettled([giving, storing])
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
