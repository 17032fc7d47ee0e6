import { existsSync, globSync, readFileSync } from 'node:fs'
import { bundleFile, withBundle } from '#build/worker/bundle'
import { serveBundle } from '#build/worker/serve'
import { median } from '../figures/median.ts'
import { CannotCheck } from './cannot-check.ts'

/** A worker that imports our large packages as they are published, and holds nothing of ours. */
const reference = 'tools/checks/reference-worker.ts'
const rounds = 7

export interface StartUp {
  /** Milliseconds of CPU, from the start of workerd to the first answer. */
  ours: number
  reference: number
}

/**
 * Measures the CPU time of loading the bundled worker in a folder and, in turn with it, the reference.
 * Returns medians.
 */
export async function measureStartUp(folder: string): Promise<StartUp> {
  if (!existsSync('/proc/self/schedstat'))
    throw new CannotCheck("this system doesn't tell the CPU of a process")
  return withBundle(async (other) => {
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < rounds; round++) {
      ours.push(await startUpCpu(folder, bundleFile))
      theirs.push(await startUpCpu(other, 'reference-worker.js'))
    }
    return { ours: median(ours), reference: median(theirs) }
  }, reference)
}

async function startUpCpu(folder: string, file: string): Promise<number> {
  const { origin, pid, end } = await serveBundle(folder, file)
  try {
    await (await fetch(origin, { signal: AbortSignal.timeout(10_000) })).arrayBuffer()
    return cpuOf(pid)
  } finally {
    await end()
  }
}

/** Milliseconds that all threads of a process have run. Linux's schedstat counts them to the nanosecond. */
function cpuOf(pid: number): number {
  const threads = globSync(`/proc/${pid}/task/*/schedstat`)
  return threads.reduce((sum, file) => sum + Number(readFileSync(file, 'utf8').split(' ')[0]), 0) / 1e6
}
