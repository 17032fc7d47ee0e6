import { boxAt } from './mp4-index'

/**
 * The part of a recording that can be read: where a crash cut off an MP4, the last piece announces more than there is. A
 * WebM is read block by block, so there the blob is given back as it is.
 */
export async function wholePart(recording: Blob): Promise<Blob> {
  let whole = 0
  for (let at = 0; at < recording.size; ) {
    const box = await headerAt(recording, at)
    if (at === 0 && box?.type !== 'ftyp') return recording
    // Size 0 is a box that goes on to the end of the file, whatever that is.
    if (box?.size === 0) return recording
    if (!box || box.size < 8 || at + box.size > recording.size)
      return recording.slice(0, whole, recording.type)
    at += box.size
    // A `moof` describes the `mdat` behind it, and is nothing without.
    if (box.type !== 'moof') whole = at
  }
  return recording.slice(0, whole, recording.type)
}

async function headerAt(file: Blob, at: number): Promise<{ type: string; size: number } | null> {
  const bytes = new Uint8Array(await file.slice(at, at + 16).arrayBuffer())
  if (bytes.byteLength < 8) return null
  const head = new Uint8Array(16)
  head.set(bytes)
  return boxAt(new DataView(head.buffer), 0)
}
