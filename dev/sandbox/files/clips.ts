import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

const folder = join(import.meta.dirname, '../../seed/media')

const types: Record<string, string> = {
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
}

export interface Clip {
  bytes: Buffer
  contentType: string
  /** Strong: the same bytes, the same tag. */
  etag: string
}

/** Returns a demo clip by file name, or null. Without a name, the first MP4. */
export async function readClip(name: string | null): Promise<Clip | null> {
  const names = (await readdir(folder)).sort()
  const found = name === null ? names.find((one) => one.endsWith('.mp4')) : names.find((one) => one === name)
  if (!found) return null
  const bytes = await readFile(join(folder, found))
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`
  return { bytes, contentType: types[extname(found)] ?? 'application/octet-stream', etag }
}
