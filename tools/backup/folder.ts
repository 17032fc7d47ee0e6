import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { day, hour, minute } from '#contract/values/shared/time'
import { type Content, readLines } from './lines.ts'
import type { Secret } from './secrets.ts'

/** The folder that backups are kept in: rows of each of them apart, and files once for all. */
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

/** What a backup holds. Written last, so one without it isn't whole. */
export interface Manifest {
  format: 1
  /** The name of the site that it is of. */
  site: string
  takenAt: string
  tables: Record<string, Content>
  objects: { count: number; bytes: number }
  kv: number
  /** By name alone: no one can read their values. */
  secrets: Secret[]
}

/** What a catch-up holds: rows, and which columns they have. */
export interface CatchUpManifest {
  format: 1
  site: string
  takenAt: string
  parts: Record<string, { columns: string[]; content: Content }>
}

export const manifestFile = 'manifest.json'

/**
 * How long a backup is kept. With one every other day at least, nothing that left the site is in any after 30 days, and
 * neither are its files.
 */
export const keptDays = 28

/** Returns the name of a backup's folder, by which they are in order of time. */
export function idAt(now: number): string {
  return new Date(now).toISOString().replaceAll(/[:.]/g, '-')
}

/** Writes a file so that it is there whole or not at all. */
export function writeWhole(file: string, content: unknown): void {
  const descriptor = openSync(`${file}.part`, 'w')
  writeSync(descriptor, `${JSON.stringify(content, null, 2)}\n`)
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(`${file}.part`, file)
}

/** Returns the names in a folder of those that are whole, the oldest first. */
export function wholeIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((id) => existsSync(join(folder, id, manifestFile)))
    .sort()
}

export function readManifest<Kind extends Manifest | CatchUpManifest>(folder: string): Kind {
  const manifest = JSON.parse(readFileSync(join(folder, manifestFile), 'utf8')) as Kind
  if (manifest.format !== 1) throw new Error(`${folder} has a format that this version doesn't know.`)
  return manifest
}

/** Returns where a file of this hash is kept. */
export function mediaFile({ media }: Folder, sha256: string): string {
  return join(media, sha256.slice(0, 2), sha256)
}

/** Returns whether a file of this hash and size is kept. What it has in it is checked when it is restored. */
export function isKept(folder: Folder, { sha256, size }: { sha256: string; size: number }): boolean {
  return statSync(mediaFile(folder, sha256), { throwIfNoEntry: false })?.size === size
}

/**
 * Returns whether another process works on the folder now. The note of a killed process names a process that
 * is gone, or a number that another one has by now. No one touches the folder then.
 */
export function isBusy({ path }: Folder): boolean {
  const note = join(path, busyFile)
  const touched = statSync(note, { throwIfNoEntry: false })?.mtimeMs
  if (touched === undefined || Date.now() - touched > staleAfter) return false
  const pid = Number(readFileSync(note, 'utf8'))
  // In a container, each run may get the same number.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It exists, and belongs to someone else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Notes that a backup runs, for as long as the work takes: two at once would delete each other's files. */
export async function whileBusy<Result>(folder: Folder, work: () => Promise<Result>): Promise<Result> {
  if (isBusy(folder)) throw new Error(`Another backup into ${folder.path} is running.`)
  const note = join(folder.path, busyFile)
  writeFileSync(note, String(process.pid))
  const touching = setInterval(() => utimesSync(note, new Date(), new Date()), touchedEvery)
  try {
    return await work()
  } finally {
    clearInterval(touching)
    rmSync(note, { force: true })
  }
}

const busyFile = 'running'
/** How often the note is touched, and after how long without that it means nothing. */
const touchedEvery = minute
const staleAfter = 10 * minute

export interface Pruned {
  backups: number
  files: number
}

/**
 * Deletes backups and catch-ups that are too old, interrupted ones once another is whole, and files that no
 * backup names any more. The newest backup stays, however old it is, and so do files that a process may be
 * writing.
 */
export async function prune(folder: Folder, now: number): Promise<Pruned> {
  const whole = wholeIn(folder.backups)
  const oldest = idAt(now - keptDays * day)
  const newest = whole.at(-1) ?? ''
  const interrupted = readdirSync(folder.backups).filter((id) => id > newest && id >= idAt(now - 2 * day))
  const kept = [...whole.filter((id) => id >= oldest || id === newest), ...interrupted]
  let backups = 0
  for (const id of readdirSync(folder.backups)) {
    if (kept.includes(id)) continue
    rmSync(join(folder.backups, id), { recursive: true })
    backups += whole.includes(id) ? 1 : 0
  }
  const states = wholeIn(folder.catchUps)
  for (const state of readdirSync(folder.catchUps))
    if (!keptCatchUps(states, now).includes(state) && state < idAt(now - hour))
      rmSync(join(folder.catchUps, state), { recursive: true })
  // Files that were being fetched when a run was killed.
  for (const name of readdirSync(folder.path)) if (name.endsWith('.part')) rmSync(join(folder.path, name))
  const named = new Set<string>()
  for (const list of kept.map((id) => join(folder.backups, id, objectsFile)).filter(existsSync))
    for await (const line of readLines(list)) named.add((JSON.parse(line) as CopiedObject).sha256)
  let files = 0
  for (const part of readdirSync(folder.media))
    for (const name of readdirSync(join(folder.media, part))) {
      const file = join(folder.media, part, name)
      if (named.has(name) || statSync(file).mtimeMs > now - hour) continue
      rmSync(file)
      files += 1
    }
  return { backups, files }
}

/** After two days, the last catch-up of a day is enough; the newest stays, however old it is. */
function keptCatchUps(ids: string[], now: number): string[] {
  const [oldest, recent] = [idAt(now - keptDays * day), idAt(now - 2 * day)]
  const dayOf = (id: string | undefined) => id?.slice(0, 10)
  return ids.filter((id, index) => {
    const next = ids[index + 1]
    return next === undefined || id >= recent || (id >= oldest && dayOf(id) !== dayOf(next))
  })
}

/** An object, a line of this file. */
export interface CopiedObject {
  key: string
  size: number
  sha256: string
  /** R2's own mark of the content, by which a later backup knows it without reading it. */
  etag: string
  contentType: string | null
}

export const objectsFile = 'objects.jsonl'
