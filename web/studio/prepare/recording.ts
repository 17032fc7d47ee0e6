import { boxAt } from '../source/mp4-index'

/**
 * Returns the readable part of a recording: in an MP4 cut off by a crash, the last box announces more bytes
 * than there are. A WebM is read block by block, so it is returned as it is.
 */
export async function wholePart(recording: Blob): Promise<Blob> {
  let whole = 0
  for (let at = 0; at < recording.size; ) {
    const box = await headerAt(recording, at)
    if (at === 0 && box?.type !== 'ftyp') return recording
    // Size 0 means that the box extends to the end of the file.
    if (box?.size === 0) return recording
    if (!box || box.size < 8 || at + box.size > recording.size)
      return recording.slice(0, whole, recording.type)
    at += box.size
    // A `moof` describes the `mdat` behind it, and is useless without.
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
