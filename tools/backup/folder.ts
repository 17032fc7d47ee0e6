import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Content } from './lines.ts'
import type { Sealed } from './proof/seal.ts'
import type { Sum } from './proof/sums.ts'
import type { Secret } from './secrets.ts'

/** The folder of backups: rows are kept for each backup, files once for all. */
export interface Folder {
  path: string
  backups: string
  catchUps: string
  media: string
}

export function folderAt(path: string): Folder {
  return {
    path,
    backups: join(path, 'backups'),
    catchUps: join(path, 'catch-ups'),
    media: join(path, 'media'),
  }
}

/** What the manifests of a backup and of a catch-up have in common. Written last: without one, neither is whole. */
interface Common {
  /** Format 1 has neither sums of all files nor a seal. */
  format: 1 | 2
  /** The name of its folder, so that an older one can't pose as a newer one. */
  id: string
  /** The name of the copied site. */
  site: string
  takenAt: string
  /** The sum of each file beside the manifest, by its path. */
  files: Record<string, Sum>
}

/** The contents of a backup. */
export interface Manifest extends Common {
  kind: 'backup'
  tables: Record<string, Content>
  objects: { count: number; bytes: number }
  kv: number
  /** Only their names: no one can read their values. */
  secrets: Secret[]
}

/** The contents of a catch-up: its parts, with their rows and columns. */
export interface CatchUpManifest extends Common {
  kind: 'catch-up'
  parts: Record<string, { columns: string[]; content: Content }>
}

export const manifestFile = 'manifest.json'

/** Returns the name of a backup's folder. Names sort by time. */
export function idAt(now: number): string {
  return new Date(now).toISOString().replaceAll(/[:.]/g, '-')
}

/** Writes a file in such a way that it exists whole or not at all. */
export function writeWhole(file: string, content: unknown): void {
  const descriptor = openSync(`${file}.part`, 'w')
  writeSync(descriptor, `${JSON.stringify(content, null, 2)}\n`)
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(`${file}.part`, file)
}

/** Returns the names of the whole backups or catch-ups in a folder, the oldest first. */
export function wholeIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((id) => existsSync(join(folder, id, manifestFile)))
    .sort()
}

/** Reads a manifest. Its seal isn't compared. */
export function readManifest<Kind extends Manifest | CatchUpManifest>(folder: string): Sealed<Kind> {
  const file = join(folder, manifestFile)
  const manifest = parsed<Sealed<Kind>>(readFileSync(file, 'utf8'))
  const damaged = new Error(
    `${file} isn't a manifest: it is damaged. Move its folder away, and run this again.`,
  )
  if (manifest === null) throw damaged
  if (![1, 2].includes(manifest.format))
    throw new Error(`${folder} has a format that this version doesn't know.`)
  const { tables, parts } = manifest as Partial<Manifest & CatchUpManifest>
  if (!isObject(tables ?? parts) || (manifest.format === 2 && !isObject(manifest.files))) throw damaged
  return manifest
}

function parsed<Value extends object>(text: string): Value | null {
  try {
    const value = JSON.parse(text) as Value | null
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** Returns where a file of this hash is kept. */
export function mediaFile({ media }: Folder, sha256: string): string {
  return join(media, sha256.slice(0, 2), sha256)
}

/** Returns whether a file of this hash and size is kept. A restore checks its content. */
export function isKept(folder: Folder, { sha256, size }: { sha256: string; size: number }): boolean {
  if (!isHash(sha256)) return false
  const file = mediaFile(folder, sha256)
  if (!isFolder(dirname(file))) return false
  const found = lstatSync(file, { throwIfNoEntry: false })
  return found?.isFile() === true && found.size === size
}

/** Tells whether a path is a folder, and no link to one. */
export function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** Tells whether a name is a SHA-256, and so leads to no place outside the folder. */
export function isHash(name: unknown): boolean {
  return typeof name === 'string' && /^[0-9a-f]{64}$/.test(name)
}

/** A copied object: a line of this file. */
export interface CopiedObject {
  key: string
  size: number
  sha256: string
  /** R2's own mark of the content, by which a later backup recognises it without reading it. */
  etag: string
  contentType: string | null
  /** Lets a later backup trust this line, also that of a killed run. Format 1 has none. */
  seal: string
}

/** Parses a line of that file; returns null if it is damaged. */
export function parsedObject(line: string): CopiedObject | null {
  const object = parsed<CopiedObject>(line)
  return object && typeof object.key === 'string' && isHash(object.sha256) ? object : null
}

export const objectsFile = 'objects.jsonl'
