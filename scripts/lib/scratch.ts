import { existsSync, statfsSync } from 'node:fs'

/** Where Linux keeps files in memory. */
const memory = '/dev/shm'
/** Enough for all that tests keep at a time, four times over. A container often has 64 MB. */
const needed = 2 * 1024 ** 3

/**
 * Lets this process, and those that it starts, keep temporary files in memory where there is room. A database waits for
 * the disk at each write, and none of the tests' has to outlive a crash.
 */
export function keepScratchInMemory(): void {
  if (process.env.TMPDIR === undefined && roomIn(memory) >= needed) process.env.TMPDIR = memory
}

function roomIn(folder: string): number {
  if (!existsSync(folder)) return 0
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
