import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
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
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { untilGone } from '#test/support/programs/processes'

/** What happens before and after a file is read, and before one is written. */
const disk = vi.hoisted(() => {
  const nothing = (_file: string): void => undefined
  return { nothing, beforeRead: nothing, afterRead: nothing, beforeWrite: nothing }
})
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  return {
    ...fs,
    readFileSync: (file: string, encoding: 'utf8') => {
      disk.beforeRead(String(file))
      const text = fs.readFileSync(file, encoding)
      disk.afterRead(String(file))
      return text
    },
    writeFileSync: (file: string, text: string, options?: object) => {
      disk.beforeWrite(String(file))
      fs.writeFileSync(file, text, options)
    },
  }
})

// Files of tests share their modules, and another may have loaded it with the true disk.
vi.resetModules()
const { isLocked, whileLocked } = await import('#tools/backup/lock')

const minute = 60_000
const scratch = mkdtempSync(join(tmpdir(), 'nocturne-lock-'))
let path: string
let lock: string
beforeEach(() => {
  path = mkdtempSync(join(scratch, 'folder-'))
  lock = join(path, 'running')
})
afterEach(() => {
  vi.useRealTimers()
  const { nothing } = disk
  Object.assign(disk, { beforeRead: nothing, afterRead: nothing, beforeWrite: nothing })
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

  it.each<[string, (own: Record<string, unknown>) => Promise<object>]>([
    ['is gone since', async ({ started }) => ({ pid: await gonePid(), started })],
    ['is gone, on a system without starts', async () => ({ pid: await gonePid(), started: null })],
    ['was of another boot', async () => ({ pid: process.ppid, started: 'another boot 1' })],
    [
      'had the ID of a later one',
      async ({ started }) => ({ pid: process.ppid, started: `${String(started).split(' ')[0]} 1` }),
    ],
  ])('is taken over from a process that %s', async (_, holder) => {
    const own = await take()
    leave({ ...own, ...(await holder(own)) })
    expect([isLocked(path), (await take()).pid]).toEqual([false, process.pid])
    expect(readdirSync(path)).toEqual([])
  })

  it('is taken over from a process that has ended, though its parent hasn’t noticed yet', async () => {
    // The shell becomes a process that doesn't wait for its child.
    const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [said] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(said)
    for await (const _ of setInterval(5)) if (statOf(Number(parent.pid)).includes('(sleep)')) break
    process.kill(pid)
    for await (const _ of setInterval(5)) if (statOf(pid).includes(') Z ')) break
    const own = await take()
    const [boot] = String(own.started).split(' ')
    leave({ ...own, pid, started: `${boot} ${statOf(pid).split(') ')[1]?.split(' ')[19]}` })
    expect((await take()).pid).toBe(process.pid)
    parent.kill()
  })

  it('of a dead run goes to one of those that find it', async () => {
    const winner = await take()
    leave({ ...winner, started: 'another boot 1' })
    // Right after this run looked, another one takes over.
    disk.afterRead = (file) => {
      if (file !== lock) return
      disk.afterRead = disk.nothing
      leave(winner)
    }
    await expect(take()).rejects.toThrow('Another run')
    expect(JSON.parse(readFileSync(lock, 'utf8'))).toEqual(winner)
    expect(readdirSync(path)).toEqual(['running'])
  })

  it('of a dead run can’t be had while another run is taking it over, unless that is dead, too', async () => {
    const dead = { ...(await take()), started: 'another boot 1' }
    await whileLocked(path, async () => {
      leave(dead)
      writeFileSync(`${lock}.taking`, JSON.stringify({ ...dead, host: 'elsewhere' }))
      await expect(take()).rejects.toThrow(`Another run (process ${process.pid} on elsewhere)`)
      expect(JSON.parse(readFileSync(lock, 'utf8'))).toEqual(dead)
    })
    writeFileSync(`${lock}.taking`, JSON.stringify(dead))
    expect((await take()).pid).toBe(process.pid)
    expect(readdirSync(path)).toEqual([])
  })

  it('is taken when it is released at the very moment', async () => {
    leave({})
    disk.beforeRead = (file) => {
      if (file !== lock) return
      disk.beforeRead = disk.nothing
      rmSync(lock)
    }
    expect((await take()).pid).toBe(process.pid)
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
    expect(readFileSync(lock, 'utf8')).toBe('of another run')
  })

  it('isn’t lost when its disk fails for a few minutes, but when it fails for longer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const fail = () => {
      throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
    }
    await whileLocked(path, async (lost) => {
      disk.beforeRead = fail
      vi.advanceTimersByTime(4 * minute)
      disk.beforeRead = disk.nothing
      vi.advanceTimersByTime(minute)
      disk.beforeRead = fail
      vi.advanceTimersByTime(4 * minute)
      expect(lost.aborted).toBe(false)
      vi.advanceTimersByTime(minute)
      expect(lost.reason.message).toContain(`can't be read or touched`)
    })
  })

  it('isn’t needed where nothing can be written, or where there is no folder', async () => {
    disk.beforeWrite = () => {
      throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' })
    }
    expect(await whileLocked(path, async () => readdirSync(path))).toEqual([])
    disk.beforeWrite = disk.nothing
    expect(await whileLocked(join(path, 'missing'), async () => 'done')).toBe('done')
  })
})

/** Returns the ID of a process that is gone. */
async function gonePid(): Promise<number | undefined> {
  const child = spawn('true')
  await once(child, 'exit')
  return child.pid
}

function statOf(pid: number): string {
  return readFileSync(`/proc/${pid}/stat`, 'utf8')
}

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
  writeFileSync(join(path, `${randomUUID()}.part`), 'Half a file')
  const work = JSON.parse(readFileSync(`${base}.pids`, 'utf8')) as number[]
  rmSync(`${base}.pids`)
  return { run, work, said: () => said }
}

it('a run that is asked to end does so with its work, and leaves no lock and no partial file of ours', async () => {
  const { run, work, said } = await standStill()
  writeFileSync(join(path, 'film.mkv.part'), 'Half a film of someone else')
  mkdirSync(join(path, `${randomUUID()}.part`))
  run.kill('SIGTERM')
  expect(await once(run, 'close')).toEqual([1, null])
  await untilGone(work)
  expect(readdirSync(path).sort()).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.part$/), 'film.mkv.part'])
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
