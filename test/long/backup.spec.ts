import { createHash, randomBytes } from 'node:crypto'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from '@playwright/test'
import { minute } from '#contract/values/shared/time'
import { openSite } from '#tools/backup/open-site'
import { closeSite } from '#tools/backup/restore-rows'
import { run } from '#tools/programs/process'
import { tableNames } from '../support/moderation/traces'

const count = Number(process.env.BACKUP_VIDEOS ?? 10_000)
const allowedMs = 10 * minute
/** As many as a video's file and poster would be. The synthetic rows of the videos name no files. */
const filesEach = 2
const fileBytes = 16_000
const atOnce = 50
const backupKey = randomBytes(36).toString('base64url')

/** Tables into which a restore writes its own record and the scan that it starts. */
const noted = ['audit_log', 'storage_scans']

test('ten thousand videos, and twice as many files, are backed up and restored, every table equal and no file missing', async () => {
  const info = test.info()
  test.setTimeout(2 * allowedMs + 15 * minute)
  const scratch = mkdtempSync(join(tmpdir(), 'nocturne-backup-'))
  const [before, after, copies] = ['before', 'after', 'copies'].map((name) => join(scratch, name)) as [
    string,
    string,
    string,
  ]
  try {
    const amounts = ['users', 'videos', 'payments', 'comments'].flatMap((kind) => [
      `--${kind}`,
      String(count),
    ])
    await script(before, 'db-fill', ...amounts)
    const files = await addFiles(before)
    const backUpMs = await script(before, 'backup', '--to', copies)
    const restoreMs = await script(after, 'restore', '--from', copies)
    info.annotations.push({
      type: 'figure',
      description: `${count} videos, accounts, payments and comments, ${files.size} files of ${fileBytes} bytes: backed up in ${spanOf(backUpMs)}, restored with every hash compared in ${spanOf(restoreMs)}`,
    })
    expect(changedTables(before, after)).toEqual([])
    expect(await filesOf(after)).toEqual(files)
    for (const ms of [backUpMs, restoreMs]) expect(ms).toBeLessThan(allowedMs)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
})

/** Runs a script, and returns its duration in milliseconds. Throws unless it succeeds. */
async function script(stateDir: string, name: string, ...args: string[]): Promise<number> {
  const from = performance.now()
  await run(process.execPath, [`scripts/${name}.ts`, ...args], {
    env: { ...process.env, STATE_DIR: stateDir, BACKUP_KEY: backupKey },
  })
  return performance.now() - from
}

function spanOf(ms: number): string {
  return `${Math.floor(ms / minute)}:${String(Math.floor((ms % minute) / 1000)).padStart(2, '0')}`
}

/** Returns the sizes of the files by their keys. */
async function addFiles(stateDir: string): Promise<Map<string, number>> {
  const site = await openSite({ stateDir })
  const keys = Array.from({ length: filesEach * count }, (_, at) => `m/backup-${at}`)
  for (let from = 0; from < keys.length; from += atOnce) {
    const some = keys.slice(from, from + atOnce)
    const insert = site.db.prepare(
      `insert into media_objects (key, kind, content_type, bytes, owner_id, created_at)
        select ?, 'source', 'video/mp4', ${fileBytes}, min(id), 0 from users`,
    )
    await site.db.batch(some.map((key) => insert.bind(key)))
    await Promise.all(some.map((key) => site.media.put(key, randomBytes(fileBytes))))
  }
  await site.close()
  return filesOf(stateDir)
}

async function filesOf(stateDir: string): Promise<Map<string, number>> {
  const site = await openSite({ stateDir })
  const sizes = new Map<string, number>()
  for (let page: R2Objects | undefined; !page || page.truncated; ) {
    page = await site.media.list(page?.truncated ? { cursor: page.cursor } : {})
    for (const { key, size } of page.objects) sizes.set(key, size)
  }
  await site.close()
  return sizes
}

/** Returns the tables whose rows differ. In the tables that a restore writes to, only earlier rows count. */
function changedTables(before: string, after: string): string[] {
  const [one, other] = [before, after].map(databaseOf) as [DatabaseSync, DatabaseSync]
  // A restore leaves the site closed, too.
  one.exec(closeSite)
  const changed = tableNames().filter((table) => {
    const [had, has] = [rowsOf(one, table), rowsOf(other, table)]
    const isKept = [...had].every((row) => has.has(row))
    return !isKept || (had.size !== has.size && !noted.includes(table))
  })
  for (const database of [one, other]) database.close()
  return changed
}

function databaseOf(stateDir: string): DatabaseSync {
  const [file = ''] = globSync(join(stateDir, 'v3/d1/miniflare-D1DatabaseObject/[0-9a-f]*.sqlite'))
  return new DatabaseSync(file)
}

/** Returns the hash of each row. */
function rowsOf(database: DatabaseSync, table: string): Set<string> {
  const rows = database.prepare(`select * from "${table}"`).all()
  return new Set(rows.map((row) => createHash('sha256').update(JSON.stringify(row)).digest('hex')))
}
