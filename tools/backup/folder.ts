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

/** The contents of a backup. Written last, so a backup without it isn't whole. */
export interface Manifest {
  format: 1
  /** The name of the backed-up site. */
  site: string
  takenAt: string
  tables: Record<string, Content>
  objects: { count: number; bytes: number }
  kv: number
  /** Only their names: no one can read their values. */
  secrets: Secret[]
}

/** The contents of a catch-up: its parts, with their rows and columns. */
export interface CatchUpManifest {
  format: 1
  site: string
  takenAt: string
  parts: Record<string, { columns: string[]; content: Content }>
}

export const manifestFile = 'manifest.json'

/**
 * How long a backup is kept, in days. With a backup at least every other day, no rows or files that were
 * deleted from the site remain in any backup after 30 days.
 */
export const keptDays = 28

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

export function readManifest<Kind extends Manifest | CatchUpManifest>(folder: string): Kind {
  const manifest = JSON.parse(readFileSync(join(folder, manifestFile), 'utf8')) as Kind
  if (manifest.format !== 1) throw new Error(`${folder} has a format that this version doesn't know.`)
  return manifest
}

/** Returns where a file of this hash is kept. */
export function mediaFile({ media }: Folder, sha256: string): string {
  return join(media, sha256.slice(0, 2), sha256)
}

/** Returns whether a file of this hash and size is kept. A restore checks its content. */
export function isKept(folder: Folder, { sha256, size }: { sha256: string; size: number }): boolean {
  return statSync(mediaFile(folder, sha256), { throwIfNoEntry: false })?.size === size
}

/**
 * Returns whether another process works on the folder now. A killed process leaves its note behind: it names
 * a process that is gone, or an ID that belongs to another process by now. Such a note isn't touched any
 * more.
 */
export function isBusy({ path }: Folder): boolean {
  const note = join(path, busyFile)
  const touched = statSync(note, { throwIfNoEntry: false })?.mtimeMs
  if (touched === undefined || Date.now() - touched > staleAfter) return false
  const pid = Number(readFileSync(note, 'utf8'))
  // In a container, each run may get the same ID.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists, and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Does work while a note says that a backup is running: two at once would delete each other's files. */
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
/** How often the note is touched, and the time without a touch after which it is ignored. */
const touchedEvery = minute
const staleAfter = 10 * minute

export interface Pruned {
  backups: number
  files: number
}

/**
 * Deletes backups and catch-ups that are too old, and interrupted backups after two days or once a later one
 * is whole. Also deletes files that no backup names any more. The newest backup stays at any age, and so do
 * files that a process may be writing.
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
  // Partial files of a killed run.
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

/**
 * Returns the catch-ups to keep: all of two days, and before that the last of each day. The newest stays at
 * any age.
 */
function keptCatchUps(ids: string[], now: number): string[] {
  const [oldest, recent] = [idAt(now - keptDays * day), idAt(now - 2 * day)]
  const dayOf = (id: string | undefined) => id?.slice(0, 10)
  return ids.filter((id, index) => {
    const next = ids[index + 1]
    return next === undefined || id >= recent || (id >= oldest && dayOf(id) !== dayOf(next))
  })
}

/** A copied object: a line of this file. */
export interface CopiedObject {
  key: string
  size: number
  sha256: string
  /** R2's own mark of the content, by which a later backup recognises it without reading it. */
  etag: string
  contentType: string | null
}

export const objectsFile = 'objects.jsonl'
