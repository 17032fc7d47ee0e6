import { Worker } from 'node:worker_threads'
import { endingSignals, runScript, shareGroup, start, stop } from './process.ts'

/**
 * Work in a process of its own, which the process that started it watches. wrangler's bindings to a local
 * site wait for an answer with `Atomics.wait`, while which no timer and no signal handler of the same process
 * runs.
 */

/** The time without progress after which work with a site's stores is ended: each of their calls takes far less. */
export const stalledAfter = 5 * 60_000

export interface Watch {
  /** What the work is called in sentences. */
  name: string
  /** The longest time without progress, in milliseconds. */
  limit: number
  /** Ends the work early. Its reason is the error that is thrown. */
  signal?: AbortSignal
}

/**
 * Runs a module that calls `doWatched`, with options for it, to its end. Returns its exit code. Ends it with
 * all its children when it makes no progress for too long.
 */
export async function runWatched(
  module: string,
  options: object,
  { name, limit, signal }: Watch,
): Promise<number> {
  signal?.throwIfAborted()
  const service = start(name, process.execPath, [module, JSON.stringify(options), String(process.pid)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let reason: unknown = null
  const end = (why: unknown) => {
    reason ??= why
    void stop(service)
  }
  const onAbort = () => end(signal?.reason)
  signal?.addEventListener('abort', onAbort)
  const onSignal = () => void process.stderr.write(`Ending the ${name} before it is done.\n`)
  for (const each of endingSignals) process.once(each, onSignal)
  let reports = 0
  const timer = setTimeout(() => {
    const before = reports
    // After this process itself stood still, reports may be waiting to be read.
    setImmediate(() => {
      if (reports === before)
        end(new Error(`The ${name} made no progress for ${spanOf(limit)}, so it was ended. Run it again.`))
    })
  }, limit)
  service.child.on('message', () => {
    reports += 1
    timer.refresh()
  })
  try {
    const code = await service.exit
    if (reason !== null) throw reason
    if (code === null) throw new Error(`The ${name} was killed from outside. Run it again.`)
    if (code === unfinished) throw new Error(`The ${name} ended before it was done. Run it again.`)
    return code
  } finally {
    clearTimeout(timer)
    for (const each of endingSignals) process.off(each, onSignal)
    signal?.removeEventListener('abort', onAbort)
    // A grandchild may be left.
    await stop(service)
  }
}

function spanOf(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/** The exit code of work that ended with an unsettled promise, as Node has it for a module. */
const unfinished = 13

/**
 * Does the work that `runWatched` asked this process for. Is killed, with its children, when that process is
 * gone; a lock of that one stays, and the next run takes it over.
 */
export function doWatched<Options>(main: (options: Options) => Promise<void>): void {
  shareGroup()
  endWithParent()
  process.exitCode = unfinished
  runScript(async () => {
    await main(JSON.parse(process.argv[2] ?? '{}') as Options)
    if (process.exitCode === unfinished) process.exitCode = 0
  })
}

/** Milliseconds between two reports of progress, at least. */
const reportEvery = 100
let reportedAt = Number.NEGATIVE_INFINITY

/** Reports progress to the process that watches this one, if there is one. */
export function progressed(): void {
  const now = performance.now()
  if (!process.connected || now - reportedAt < reportEvery) return
  reportedAt = now
  process.send?.('progress')
}

/** Reports progress while another program works, which has time limits of its own. */
export async function whileProgressing<Result>(work: Promise<Result>): Promise<Result> {
  const reporting = setInterval(progressed, reportEvery)
  try {
    return await work
  } finally {
    clearInterval(reporting)
  }
}

/**
 * Kills this process and its children when its parent is gone. A thread of its own looks, since the main one
 * may be waiting.
 */
function endWithParent(): void {
  const look = `setInterval(() => {
    if (String(process.ppid) !== process.argv[2]) process.kill(-process.pid, 'SIGKILL')
  }, 500)`
  new Worker(look, { eval: true, argv: process.argv.slice(3) }).unref()
}
