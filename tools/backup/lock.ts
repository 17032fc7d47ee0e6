import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { minute } from '#contract/values/shared/time'

// One run at a time for a folder of backups: two would delete each other's files.

/** How often the lock is touched, and the time without a touch after which it may count for nothing. */
const touchedEvery = minute
const staleAfter = 10 * minute

/** The process that holds a lock. */
interface Holder {
  host: string
  pid: number
  /** The moment when the process started, which tells it from a later one with its ID; null if unknown. */
  started: string | null
}

/**
 * Does work while this process holds the folder's lock. The signal aborts when the lock is lost. `tidy` runs
 * before the lock is released, also when this process is asked to end. A folder that can't be written to,
 * such as one on a read-only disk, needs no lock.
 */
export async function whileLocked<Result>(
  path: string,
  work: (lost: AbortSignal) => Promise<Result>,
  tidy: () => void = () => undefined,
): Promise<Result> {
  const lost = new AbortController()
  const file = lockOf(path)
  const own = JSON.stringify({ host: hostname(), pid: process.pid, started: startOf(process.pid) })
  if (!takeLock(path, own)) return work(lost.signal)
  const release = () => {
    if (textOf(file) !== own) return
    tidy()
    rmSync(file, { force: true })
  }
  process.once('exit', release)
  const touching = setInterval(() => {
    try {
      if (textOf(file) !== own) throw new Error('It is gone, or belongs to another run.')
      utimesSync(file, new Date(), new Date())
    } catch (cause) {
      lost.abort(new Error(`${file}, the lock of this run, was taken away, so the run ends.`, { cause }))
    }
  }, touchedEvery)
  try {
    return await work(lost.signal)
  } finally {
    clearInterval(touching)
    process.off('exit', release)
    release()
  }
}

/** Tells whether a run that is alive holds the folder's lock. */
export function isLocked(path: string): boolean {
  const text = textOf(lockOf(path))
  return text !== null && isHeld(path, text)
}

/** Takes the folder's lock, also from a dead run. Returns false where there can be none. */
function takeLock(path: string, own: string): boolean {
  const file = lockOf(path)
  if (writeNew(file, own)) return true
  const found = textOf(file)
  if (found === null) return false
  const busy = new Error(`Another run${nameOf(found)} works on ${path}. Run this again when that has ended.`)
  if (isHeld(path, found)) throw busy
  // Two runs may find the lock of the dead one, and only one of them can move it away.
  const aside = `${file}.${process.pid}.part`
  renameSync(file, aside)
  const moved = textOf(aside)
  rmSync(aside)
  if (moved !== found || !writeNew(file, own)) throw busy
  return true
}

function lockOf(path: string): string {
  return join(path, 'running')
}

/** Writes a file that didn't exist. Returns whether it did so. */
function writeNew(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['EEXIST', 'ENOENT', 'EACCES', 'EROFS'].includes(code)) return false
    throw error
  }
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/**
 * Tells whether the process that a lock names is alive. On this machine its start says so, whatever the age
 * of the lock. Of one elsewhere, or where the system doesn't know starts, only the last touch tells.
 */
function isHeld(path: string, text: string): boolean {
  const holder = parsed(text)
  if (holder?.host === hostname()) {
    if (holder.started !== null && startOf(process.pid) !== null)
      return holder.started === startOf(holder.pid)
    if (!exists(holder.pid)) return false
  }
  const touched = statSync(lockOf(path), { throwIfNoEntry: false })?.mtimeMs
  return touched !== undefined && Date.now() - touched < staleAfter
}

/** Parses a lock. One that is just being written, or is of an older version, names no process. */
function parsed(text: string): Holder | null {
  try {
    const holder = JSON.parse(text) as Holder | number | null
    return typeof holder === 'object' && Number.isInteger(holder?.pid) ? holder : null
  } catch {
    return null
  }
}

function nameOf(text: string): string {
  const holder = parsed(text)
  return holder ? ` (process ${holder.pid} on ${holder.host})` : ''
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user exists, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Returns when a process started: the boot, and the ticks since. Null if it is gone or a zombie, or where
 * the system has no /proc.
 */
function startOf(pid: number): string | null {
  const stat = textOf(`/proc/${pid}/stat`)
  const boot = textOf('/proc/sys/kernel/random/boot_id')
  if (stat === null || boot === null) return null
  // The name before may hold spaces and brackets.
  const [state = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return 'ZX'.includes(state) ? null : `${boot.trim()} ${rest[18]}`
}
