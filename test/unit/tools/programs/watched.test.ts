import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setInterval } from 'node:timers/promises'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { isAlive, untilGone } from '#test/support/programs/processes'
import type { WatchedWork } from '#test/support/programs/watched-work'
import { runWatched } from '#tools/programs/watched'

const scratch = mkdtempSync(join(tmpdir(), 'nocturne-watched-'))
const limit = 60_000
afterEach(() => vi.useRealTimers())
afterAll(() => rmSync(scratch, { recursive: true }))

let runs = 0

/** Starts work. Returns its result to come, its processes, and the start of its files' names. */
async function begin(does: WatchedWork['does'], signal?: AbortSignal) {
  // Only the clock of the limit stands still.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  runs += 1
  const base = join(scratch, String(runs))
  const work: WatchedWork = { base, does }
  const made: ChildProcess[] = []
  const onMade = (message: unknown) => void made.push((message as { process: ChildProcess }).process)
  subscribe('child_process', onMade)
  const result = runWatched('test/support/programs/watched-work.ts', work, {
    name: 'work',
    limit,
    ...(signal && { signal }),
  }).catch((error: Error) => error.message)
  unsubscribe('child_process', onMade)
  const pids = JSON.parse(await written(`${base}.pids`)) as number[]
  return { base, result, pids, child: made[0] as ChildProcess }
}

async function written(file: string): Promise<string> {
  for await (const _ of setInterval(5)) if (existsSync(file) && readFileSync(file, 'utf8') !== '') break
  return readFileSync(file, 'utf8')
}

it('ends work that waits in a call, and all its children, after the limit without progress', async () => {
  const { result, pids } = await begin('wait')
  vi.advanceTimersByTime(limit - 1)
  expect(pids.every(isAlive)).toBe(true)
  vi.advanceTimersByTime(1)
  expect(await result).toBe('The work made no progress for 1 minute, so it was ended. Run it again.')
  vi.useRealTimers()
  await untilGone(pids)
})

it('lets work go on that reports progress, returns its exit code, and leaves no child behind', async () => {
  const { base, result, pids, child } = await begin('report')
  vi.advanceTimersByTime(limit - 1)
  const reported = once(child, 'message')
  writeFileSync(`${base}.report`, '')
  await reported
  vi.advanceTimersByTime(limit - 1)
  writeFileSync(`${base}.end`, '')
  expect(await result).toBe(7)
  vi.useRealTimers()
  await untilGone(pids)
})

it('ends work that is no longer wanted, and says of work that was killed that it was', async () => {
  const wanted = new AbortController()
  const unwanted = await begin('wait', wanted.signal)
  wanted.abort(new Error('Something else came up.'))
  expect(await unwanted.result).toBe('Something else came up.')
  const killed = await begin('wait')
  process.kill(killed.pids[0] ?? 0, 'SIGKILL')
  expect(await killed.result).toBe('The work was killed from outside. Run it again.')
  vi.useRealTimers()
  await untilGone([...unwanted.pids, ...killed.pids])
})

it('doesn’t take work for done that ended while it waited', async () => {
  const { result, pids } = await begin('forget')
  expect(await result).toBe('The work ended before it was done. Run it again.')
  await untilGone(pids)
})

it('takes a program with it that killed work had started', async () => {
  const { result, pids } = await begin('start')
  process.kill(-(pids[0] ?? 0), 'SIGKILL')
  expect(await result).toBe('The work was killed from outside. Run it again.')
  await untilGone(pids)
})
