import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { setInterval } from 'node:timers/promises'
import { doWatched, progressed } from '#tools/programs/watched'

/** Work to be watched, which writes what it did into files beside `base`. */
export interface WatchedWork {
  base: string
  /** With "wait", this process stands still as in a call of a local binding; with "report", it reports when asked to. */
  does: 'wait' | 'report'
}

doWatched<WatchedWork>(async ({ base, does }) => {
  const { pid } = spawn('sleep', ['600'], { stdio: 'ignore' })
  writeFileSync(`${base}.pids`, JSON.stringify([process.pid, pid]))
  if (does === 'wait') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  for await (const _ of setInterval(5)) {
    if (existsSync(`${base}.report`) && !existsSync(`${base}.reported`)) {
      progressed()
      writeFileSync(`${base}.reported`, '-')
    }
    if (existsSync(`${base}.end`)) process.exit(7)
  }
})
