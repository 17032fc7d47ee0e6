import { hex } from '#contract/values/shared/hex'

/** Identifies a picked file without reading it. */
export interface SourceFile {
  name: string
  size: number
  /** Milliseconds since 1970, as in File. */
  lastModified: number
}

/** Returns whether two picked files are the same one, as far as can be told without reading them. */
export function isSameFile(a: SourceFile, b: SourceFile): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified
}

/** Identifies a source and the treatment it got, in 64 hex digits. The server finds an upload by it. */
export type Fingerprint = (source: SourceFile, treatment: string) => Promise<string>

export const fingerprintOf: Fingerprint = async (source, treatment) => {
  // JSON separates the fields: no name can be chosen so that it runs into the size.
  const text = JSON.stringify([source.name, source.size, source.lastModified, treatment])
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return hex(digest)
}
