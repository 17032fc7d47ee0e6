import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const memory = '/dev/shm'
/** Far more than all tests keep at a time. A container often has 64 MB. */
const needed = 2 * 1024 ** 3

/**
 * Makes this process, and those that it starts, keep temporary files in memory until it exits, if there is
 * room. A database waits for the disk at each write, and no test's database has to survive a crash.
 */
export function keepScratchInMemory(): void {
  if (process.env.TMPDIR !== undefined || roomIn(memory) < needed) return
  const folder = mkdtempSync(join(memory, 'nocturne-'))
  process.env.TMPDIR = folder
  // A browser may still write there for a moment after it was closed.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }))
}

function roomIn(folder: string): number {
  if (!existsSync(folder)) return 0
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
