import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { minute } from '#contract/values/shared/time'

// One run at a time for a folder of backups: two would delete each other's files.

/** How often the lock is touched, and the time without a touch after which it may count for nothing. */
const touchedEvery = minute
const staleAfter = 10 * minute
/** A disk on the network may fail for a moment. The run ends before its lock looks abandoned. */
const failuresAtMost = 5
/** How often to look again at a lock that changes hands meanwhile. */
const looksAtMost = 5

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
  if (!takeLock(path, file, own)) return work(lost.signal)
  const release = () => {
    if (!isOwn()) return
    tidy()
    rmSync(file, { force: true })
  }
  const isOwn = () => {
    try {
      return textOf(file) === own
    } catch {
      return false
    }
  }
  process.once('exit', release)
  const lose = (why: string, cause?: unknown) =>
    lost.abort(new Error(`${file}, the lock of this run, ${why}, so the run ends.`, { cause }))
  let failures = 0
  const touching = setInterval(() => {
    try {
      if (textOf(file) !== own) return lose('was taken away')
      utimesSync(file, new Date(), new Date())
      failures = 0
    } catch (cause) {
      failures += 1
      if (failures >= failuresAtMost) lose(`can't be read or touched`, cause)
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
  const file = lockOf(path)
  const text = textOf(file)
  return text !== null && isHeld(file, text)
}

/** Takes a lock of the folder, also from a dead run. Returns false where there can be none. */
function takeLock(path: string, file: string, own: string): boolean {
  for (let look = 1; ; look += 1) {
    const written = writeNew(file, own)
    if (written !== 'exists') return written === 'done'
    const found = textOf(file)
    if (found === null ? look === looksAtMost : isHeld(file, found))
      throw new Error(
        `Another run${nameOf(found ?? '')} works on ${path}. Run this again when that has ended.`,
      )
    // Several runs may find the lock of a dead one. Only the holder of a second lock replaces it.
    if (found !== null) {
      const second = `${file}.taking`
      if (!takeLock(path, second, own)) return false
      try {
        if (textOf(file) === found && !isHeld(file, found)) {
          const part = `${file}.${process.pid}.part`
          writeFileSync(part, own, { mode: 0o600 })
          renameSync(part, file)
          return true
        }
      } finally {
        rmSync(second, { force: true })
      }
    }
  }
}

function lockOf(path: string): string {
  return join(path, 'running')
}

/** Writes a file that didn't exist, unless nothing can be written there. */
function writeNew(file: string, text: string): 'done' | 'exists' | 'impossible' {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
    return 'done'
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return 'exists'
    if (['ENOENT', 'EACCES', 'EROFS'].includes(code)) return 'impossible'
    throw error
  }
}

/** Returns a file's text; null if there is none. */
function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * Tells whether the process that a lock names is alive. On this machine its start says so, whatever the age
 * of the lock. Of one elsewhere, or where the system doesn't know starts, only the last touch tells.
 */
function isHeld(file: string, text: string): boolean {
  const holder = parsed(text)
  if (holder?.host === hostname()) {
    if (holder.started !== null && startOf(process.pid) !== null)
      return holder.started === startOf(holder.pid)
    if (!exists(holder.pid)) return false
  }
  const touched = statSync(file, { throwIfNoEntry: false })?.mtimeMs
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
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')
    // The name before may hold spaces and brackets.
    const [state = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return 'ZX'.includes(state) ? null : `${boot.trim()} ${rest[18]}`
  } catch {
    return null
  }
}
