import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import {
  definitionsQuery,
  isOfThisBaseline,
  migratedDatabase,
  migrationNames,
} from '#tools/database/migrations'

const stateDir = mkdtempSync(join(tmpdir(), 'nocturne-baseline-'))
afterAll(() => rmSync(stateDir, { recursive: true }))

function definitionsOf(db: DatabaseSync): string[] {
  return db
    .prepare(definitionsQuery)
    .all()
    .map(({ sql }) => String(sql))
}

describe('a database', () => {
  const names = migrationNames()

  it('is of this baseline after all of its migrations, after the first, and before them', () => {
    expect(isOfThisBaseline(names, definitionsOf(migratedDatabase()))).toBe(true)
    expect(isOfThisBaseline([], [])).toBe(true)
  })

  it('is of another one with an unknown migration, or with other definitions', () => {
    const db = migratedDatabase()
    expect(isOfThisBaseline([...names, '0042_unknown.sql'], definitionsOf(db))).toBe(false)
    db.exec('alter table lists add colour text')
    expect(isOfThisBaseline(names, definitionsOf(db))).toBe(false)
  })

  it('of another baseline is left alone, and its owner told how to begin again', async () => {
    const folder = join(stateDir, 'v3/d1/miniflare-D1DatabaseObject')
    mkdirSync(folder, { recursive: true })
    const db = migratedDatabase(join(folder, 'ab.sqlite'))
    db.exec(
      `create table d1_migrations (name text); insert into d1_migrations values ('0000_foundation.sql')`,
    )
    db.close()
    const run = promisify(execFile)(process.execPath, ['scripts/db-migrate.ts'], {
      env: { ...process.env, STATE_DIR: stateDir },
    })
    await expect(run).rejects.toMatchObject({
      stderr: expect.stringContaining(`delete the folder: rm -rf ${stateDir}\n`),
    })
  })
})
