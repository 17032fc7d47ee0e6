import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { scratchFolder } from '#test/support/backup/local-site'
import { openSite, silenceLocks } from '#tools/backup/open-site'
import { patiently } from '#tools/backup/patiently'

// The emulators run in other processes.
vi.setConfig({ testTimeout: 120_000 })

const stateDir = scratchFolder()
const { console: shared } = globalThis
const print = shared.error
afterEach(() => {
  shared.error = print
  vi.useRealTimers()
})
afterAll(() => rmSync(stateDir, { recursive: true }))

it('a local site whose database another process writes to fails a call without printing workerd’s stack', async () => {
  const printed = vi.fn()
  shared.error = printed
  silenceLocks()
  const first = await openSite({ stateDir })
  await first.db.batch([first.db.prepare('create table notes (text)')])
  await first.close()
  const [file = ''] = globSync(join(stateDir, 'v3/d1/miniflare-D1DatabaseObject/[0-9a-f]*.sqlite'))
  const running = new DatabaseSync(file)
  running.exec('begin immediate')
  const site = await openSite({ stateDir })
  await expect(site.db.batch([site.db.prepare('select * from notes')])).rejects.toThrow()
  running.exec('rollback')
  running.close()
  await site.close()
  shared.error('Something else')
  expect(printed.mock.calls).toEqual([['Something else']])
})

it.each([
  'D1_ERROR: database is locked: SQLITE_BUSY',
  'D1_ERROR: Failed to get session commit token: internal error; reference = ae52',
  'KV GET failed: 500 Internal Server Error',
])('repeats a call that failed with "%s"', async (message) => {
  vi.useFakeTimers()
  const call = vi.fn().mockRejectedValueOnce(new Error(message)).mockResolvedValueOnce('done')
  const result = patiently(call)
  await vi.runAllTimersAsync()
  expect(await result).toBe('done')
})
