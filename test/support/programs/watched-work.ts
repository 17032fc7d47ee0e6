import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { setInterval } from 'node:timers/promises'
import { start } from '#tools/programs/process'
import { doWatched, progressed } from '#tools/programs/watched'

/** Work to be watched, which writes what it did into files beside `base`. */
export interface WatchedWork {
  base: string
  /**
   * With "wait", this process stands still as in a call of a local binding; with "report", it reports when
   * asked to; with "forget", it waits for what nothing will settle; with "start", it also starts a program.
   */
  does: 'wait' | 'report' | 'forget' | 'start'
}

doWatched<WatchedWork>(async ({ base, does }) => {
  const child =
    does === 'start' ? start('sleep', 'sleep', ['600']).child : spawn('sleep', ['600'], { stdio: 'ignore' })
  child.unref()
  writeFileSync(`${base}.pids`, JSON.stringify([process.pid, child.pid]))
  if (does === 'forget') await new Promise(() => undefined)
  if (does === 'wait') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  for await (const _ of setInterval(5)) {
    if (existsSync(`${base}.report`) && !existsSync(`${base}.reported`)) {
      progressed()
      writeFileSync(`${base}.reported`, '-')
    }
    if (existsSync(`${base}.end`)) process.exit(7)
  }
})
