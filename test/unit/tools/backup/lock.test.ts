import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setInterval } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { untilGone } from '#test/support/programs/processes'
import { isLocked, whileLocked } from '#tools/backup/lock'

const minute = 60_000
const scratch = mkdtempSync(join(tmpdir(), 'nocturne-lock-'))
let path: string
let lock: string
beforeEach(() => {
  path = mkdtempSync(join(scratch, 'folder-'))
  lock = join(path, 'running')
})
afterAll(() => rmSync(scratch, { recursive: true }))

/** Takes the lock, and returns what it then says. */
const take = () =>
  whileLocked(path, async () => JSON.parse(readFileSync(lock, 'utf8')) as Record<string, unknown>)

function leave(holder: object | number, minutesAgo = 0): void {
  writeFileSync(lock, JSON.stringify(holder))
  const touched = new Date(Date.now() - minutesAgo * minute)
  utimesSync(lock, touched, touched)
}

describe('the lock of a folder of backups', () => {
  it('refuses a second run while the first is alive, however long ago it was touched, and goes with it', async () => {
    await whileLocked(path, async () => {
      leave(JSON.parse(readFileSync(lock, 'utf8')), 60)
      expect(isLocked(path)).toBe(true)
      await expect(take()).rejects.toThrow(
        `Another run (process ${process.pid} on ${hostname()}) works on ${path}. Run this again when that has ended.`,
      )
    })
    expect([isLocked(path), readdirSync(path)]).toEqual([false, []])
  })

  it('is released after a failure, too', async () => {
    await expect(whileLocked(path, () => Promise.reject(new Error('No room')))).rejects.toThrow('No room')
    expect(readdirSync(path)).toEqual([])
  })

  it('is taken over from a process that is gone, or whose ID belongs to another one by now', async () => {
    const own = await take()
    const child = spawn('true')
    await once(child, 'exit')
    for (const pid of [child.pid, process.ppid]) {
      leave({ ...own, pid, started: 'another boot 1' })
      expect([isLocked(path), (await take()).pid]).toEqual([false, process.pid])
    }
    expect(readdirSync(path)).toEqual([])
  })

  it.each([
    ['of another machine', () => ({ host: 'elsewhere', pid: 1, started: 'boot 1' })],
    [
      'of a system that doesn’t know when a process started',
      () => ({ host: hostname(), pid: process.pid, started: null }),
    ],
    ['of an older version', () => process.pid],
    ['that is just being written', () => ({})],
  ])('%s counts until ten minutes after it was last touched', async (_, holder) => {
    leave(holder(), 9)
    await expect(take()).rejects.toThrow('Another run')
    leave(holder(), 11)
    expect((await take()).pid).toBe(process.pid)
  })

  it('tells a run that its lock was taken away', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await whileLocked(path, async (lost) => {
      vi.advanceTimersByTime(minute)
      expect(lost.aborted).toBe(false)
      writeFileSync(lock, 'of another run')
      vi.advanceTimersByTime(minute)
      expect(lost.reason.message).toContain('was taken away')
    })
    vi.useRealTimers()
    expect(readFileSync(lock, 'utf8')).toBe('of another run')
  })

  it('isn’t needed where nothing can be written', async () => {
    expect(await whileLocked(join(path, 'missing'), async () => 'done')).toBe('done')
  })
})

/** Starts a run that holds the lock, and whose work stands still. Returns it when the work has begun. */
async function standStill() {
  const base = join(path, 'work')
  const run = spawn(process.execPath, ['test/support/programs/locked-work.ts', base], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  run.stderr.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  for await (const _ of setInterval(5))
    if (existsSync(`${base}.pids`) && readFileSync(`${base}.pids`, 'utf8') !== '') break
  writeFileSync(join(path, 'media.part'), 'Half a file')
  const work = JSON.parse(readFileSync(`${base}.pids`, 'utf8')) as number[]
  rmSync(`${base}.pids`)
  return { run, work, said: () => said }
}

it('a run that is asked to end does so with its work, and leaves no lock and no partial file', async () => {
  const { run, work, said } = await standStill()
  run.kill('SIGTERM')
  expect(await once(run, 'close')).toEqual([1, null])
  await untilGone(work)
  expect(readdirSync(path)).toEqual([])
  expect(said()).toBe('Ending the work before it is done.\n')
})

it('a run that is killed takes its work with it, though that stands still; the next takes its lock over', async () => {
  const { run, work } = await standStill()
  run.kill('SIGKILL')
  await once(run, 'close')
  expect(existsSync(lock)).toBe(true)
  await untilGone(work)
  expect((await take()).pid).toBe(process.pid)
})

it('npm run backup and npm run restore say that another run is at work, and change nothing', async () => {
  mkdirSync(join(path, 'backups'))
  await whileLocked(path, async () => {
    for (const args of [
      ['scripts/backup.ts', '--to', path],
      ['scripts/restore.ts', '--from', path],
    ]) {
      const second = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
      let said = ''
      for (const stream of [second.stdout, second.stderr]) stream.on('data', (text) => (said += text))
      expect(await once(second, 'close')).toEqual([1, null])
      expect(said).toBe(
        `Another run (process ${process.pid} on ${hostname()}) works on ${path}. Run this again when that has ended.\n`,
      )
    }
    expect(readdirSync(path).sort()).toEqual(['backups', 'running'])
  })
})

it.each(['backup', 'restore'])(
  'npm run %s passes signals on: no shell is left between npm and the command',
  (name) => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>
    }
    expect(scripts[name]).toBe(`exec node scripts/${name}.ts`)
  },
)
