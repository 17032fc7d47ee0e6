import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { schemaQuery } from '#db/schema-lines'
import { rowsOfEveryTable, withoutTriggers } from '#test/support/backup/every-table'
import {
  emptyLocalSite,
  type LocalSite,
  migratedLocalSite,
  scratchFolder,
} from '#test/support/backup/local-site'
import { testVars } from '#test/support/vars'
import { fileOf, stateOf } from '#tools/backup/catch-up'
import { choose } from '#tools/backup/choose'
import type { Definitions } from '#tools/backup/definitions'
import { type CatchUpManifest, type CopiedObject, folderAt, type Manifest } from '#tools/backup/folder'
import * as product from '#tools/backup/product'
import { findBackupKey, requireBackupKey, sealed } from '#tools/backup/proof/seal'
import { type Sum, Summer } from '#tools/backup/proof/sums'
import { type Proof, verifyBackup, verifyCatchUp } from '#tools/backup/proof/verify'
import { prune } from '#tools/backup/prune'
import { catchUpSite, type RestoreOptions, restoreSite } from '#tools/backup/restore-site'
import { backUp, refreshCatchUp } from '#tools/backup/take'
import { migratedDatabase, migrationNames } from '#tools/database/migrations'
import { workerVars } from '#tools/site/local'

// The emulators run in other processes.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const now = Date.now()
const day = 24 * 3600_000
const key = 'the key of seals of these tests'
const scratch = scratchFolder()
const taken = join(scratch, 'taken')
/** A copy of the backup's folder, for one test. */
let to: string
/** The folders of the backup and of the catch-up in it. */
let own: string
let state: string
let site: LocalSite
/** An empty site, which nothing is written to while a restore is refused. */
let other: LocalSite
let said: string[]
const say = (text: string) => void said.push(text)

beforeAll(async () => {
  said = []
  site = await migratedLocalSite(scratch)
  other = await emptyLocalSite(scratch)
  const empty = migratedDatabase()
  await site.run(withoutTriggers(empty, rowsOfEveryTable(empty)))
  await site.run([
    `insert into media_objects (key, kind, content_type, bytes, owner_id, created_at)
      values ('m/one', 'source', 'video/mp4', 14, 701, 0), ('m/two', 'source', 'video/mp4', 14, 701, 0)`,
  ])
  for (const [name, text] of Object.entries({ one: 'The first file', two: 'The second one' }))
    await site.media.put(`m/${name}`, text, { httpMetadata: { contentType: 'video/mp4' } })
  await site.kv.put('settings', '{"siteName": "Nocturne"}')
  await backUp(site, taken, { secrets: [], key, now, say })
})
beforeEach(() => {
  said = []
  to = mkdtempSync(join(scratch, 'backups-'))
  cpSync(taken, to, { recursive: true })
  ;[own = ''] = globSync(join(to, 'backups/*'))
  ;[state = ''] = globSync(join(to, 'catch-ups/*'))
})
afterEach(() => rmSync(to, { recursive: true }))
afterAll(async () => {
  await site.close()
  await other.close()
  rmSync(scratch, { recursive: true })
})

function optionsWith(more: Partial<RestoreOptions>): RestoreOptions {
  return {
    key,
    unverified: false,
    product,
    now,
    migrations: migrationNames(),
    say,
    vars: { ...testVars, ENVIRONMENT: 'local' },
    migrate: () => Promise.reject(new Error('There is nothing to migrate')),
    ...more,
  }
}

/** Returns why the backup is refused. */
async function refusal(more: Partial<Proof> = {}): Promise<string> {
  const proof = { key, unverified: false, say, ...more }
  try {
    const { backup, catchUp } = choose(other, folderAt(to), {})
    await verifyCatchUp(catchUp, proof)
    await verifyBackup(folderAt(to), backup, proof)
  } catch (error) {
    return (error as Error).message
  }
  return 'It was accepted'
}

function sumOf(bytes: Uint8Array): Sum {
  const sum = new Summer()
  sum.add(bytes)
  return sum.end()
}

/** Changes a manifest. With the operator's key, as only the operator could. */
function rewrite<Kind extends Manifest | CatchUpManifest>(
  folder: string,
  change: (manifest: Kind) => void,
  withKey = 'the key of someone else',
): void {
  const file = join(folder, 'manifest.json')
  const { seal, ...manifest } = JSON.parse(readFileSync(file, 'utf8'))
  change(manifest)
  writeFileSync(file, JSON.stringify(sealed(manifest, withKey)))
}

/** Changes a file of the backup, and its sum in the manifest. */
function rewriteFile(file: string, bytes: Buffer, withKey?: string): void {
  writeFileSync(join(own, file), bytes)
  rewrite<Manifest>(own, ({ files }) => void Object.assign(files, { [file]: sumOf(bytes) }), withKey)
}

function mediaOf(name: string): string {
  const line = readFileSync(join(own, 'objects.jsonl'), 'utf8')
    .split('\n')
    .find((each) => each.includes(`"m/${name}"`))
  const { sha256 } = JSON.parse(line ?? '') as CopiedObject
  return join(to, 'media', sha256.slice(0, 2), sha256)
}

const categories = 'tables/categories.jsonl.gz'

/** Adds a row to a table's file. */
function withRow(file: string): Buffer {
  return gzipSync(Buffer.concat([gunzipSync(readFileSync(join(own, file))), Buffer.from('[99,"Evil"]\n')]))
}

/** Adds a trigger to the definitions. */
function withTrigger(): Buffer {
  const definitions = JSON.parse(readFileSync(join(own, 'definitions.json'), 'utf8')) as Definitions
  const sql = 'CREATE TRIGGER crowns after insert on users begin update users set is_admin = 1; end'
  definitions.triggers.push({ name: 'videos_search_update', sql })
  return Buffer.from(JSON.stringify(definitions))
}

describe('a restore stops at the first difference, and names it', () => {
  it.each<[string, () => void, string]>([
    [
      'a changed byte of rows',
      () => flip(join(own, categories)),
      `${categories} has other content than was written`,
    ],
    ['an added row', () => writeFileSync(join(own, categories), withRow(categories)), `${categories} has`],
    [
      'an added row, with its sum',
      () => rewriteFile(categories, withRow(categories)),
      `doesn't fit its seal`,
    ],
    ['an added trigger', () => rewriteFile('definitions.json', withTrigger()), `doesn't fit its seal`],
    ['a changed setting', () => flip(join(own, 'kv.json')), 'kv.json has other content than was written'],
    [
      'a shortened list of files',
      () => truncateSync(join(own, 'objects.jsonl'), 10),
      'objects.jsonl has 10 bytes instead of',
    ],
    ['a missing file of rows', () => rmSync(join(own, categories)), `The backup lacks the file`],
    ['a missing file', () => rmSync(mediaOf('one')), `(the site's m/one) is missing`],
    [
      'a changed byte of a file',
      () => flip(mediaOf('two')),
      `(the site's m/two) has other content than was written`,
    ],
    ['swapped files', () => cpSync(mediaOf('one'), mediaOf('two')), `(the site's m/two) has other content`],
    [
      'an extra file',
      () => writeFileSync(join(own, 'tables/more.jsonl.gz'), ''),
      `has a file that isn't part of it`,
    ],
    [
      'a link instead of rows',
      () => link(join(own, categories)),
      `${categories} isn't a file, but a link or a folder`,
    ],
    ['a link instead of a folder', () => link(join(own, 'tables')), `has a file that isn't part of it`],
    ['a link instead of a file', () => link(mediaOf('one')), `(the site's m/one) isn't a file`],
    [
      'a link instead of a folder of files',
      () => link(dirname(mediaOf('one'))),
      `(the site's m/one) is in a folder that is a link`,
    ],
    [
      'a manifest without sums',
      () => rewrite<Manifest>(own, (manifest) => void Reflect.deleteProperty(manifest, 'files'), key),
      `isn't a manifest`,
    ],
    ['an older backup under a newer name', () => renameSync(own, `${own}0`), `doesn't fit its seal`],
    [
      'a changed catch-up',
      () => flip(join(state, fileOf(stateOf('users')))),
      'restore_users.jsonl.gz has other content',
    ],
    ['a catch-up of someone else', () => rewrite(state, () => undefined), `doesn't fit its seal`],
    [
      'a catch-up as a backup',
      () => cpSync(join(state, 'manifest.json'), join(own, 'manifest.json')),
      `doesn't fit its seal`,
    ],
    [
      'something else than a manifest',
      () => writeFileSync(join(own, 'manifest.json'), '{'),
      `isn't a manifest`,
    ],
  ])('%s', async (_, change, sentence) => {
    change()
    expect(await refusal()).toContain(sentence)
  })

  it.each<[string, () => void, string]>([
    [
      'an added trigger',
      () => rewriteFile('definitions.json', withTrigger(), key),
      `has the trigger crowns, which the migrations don't make`,
    ],
    [
      'a changed table',
      () =>
        replaceIn(
          'definitions.json',
          'CREATE TABLE `saved_videos` (',
          'CREATE TABLE `saved_videos` ( more text,',
        ),
      'has another table saved_videos than the migrations make',
    ],
    [
      'a migration that this version lacks',
      () => migrated('9999_newer.sql'),
      'has the migration 9999_newer.sql, which this version lacks',
    ],
    [
      'rows of fewer tables',
      () => {
        rmSync(join(own, categories))
        rewrite<Manifest>(
          own,
          ({ files, tables }) => {
            delete files[categories]
            delete tables.categories
          },
          key,
        )
      },
      'lacks the rows of the table categories',
    ],
    [
      'a path out of the folder',
      () =>
        rewrite<Manifest>(
          own,
          ({ files }) => void Object.assign(files, { '../../../etc/passwd': { bytes: 1, sha256: '' } }),
          key,
        ),
      'The backup lacks the file',
    ],
    [
      'a path in the list of files',
      () => replaceIn('objects.jsonl', /"sha256":"[^"]*"/, '"sha256":"../../etc/passwd"'),
      'has a line without a hash, of m/one',
    ],
    [
      'a column that is a statement',
      () =>
        rewrite<CatchUpManifest>(
          state,
          ({ parts }) => void parts.restore_reports?.columns.push('id) select 1 --'),
          key,
        ),
      'has a column called "id) select 1 --"',
    ],
  ])('%s, even with a seal that fits', async (_, change, sentence) => {
    change()
    expect(await refusal()).toContain(sentence)
  })

  it.each<[string, () => void, string]>([
    ['a file', () => flip(mediaOf('two')), `(the site's m/two) has other content than was written`],
    ['the catch-up', () => flip(join(state, fileOf(stateOf('users')))), 'restore_users.jsonl.gz has'],
  ])('before it writes anything, also where it is in %s', async (_, change, sentence) => {
    change()
    await expect(restoreSite(other, to, optionsWith({}))).rejects.toThrow(sentence)
    const { objects } = await other.media.list()
    expect([await other.all(schemaQuery), await other.kv.get('settings'), objects]).toEqual([[], null, []])
  })

  it.each<[string, () => string]>([
    ['rows of the catch-up', () => join(state, fileOf(stateOf('users')))],
    ['settings', () => join(own, 'kv.json')],
    ['rows', () => join(own, categories)],
    ['the list of files', () => join(own, 'objects.jsonl')],
  ])('also of %s that are changed after they were compared', async (_, file) => {
    const target = await emptyLocalSite(scratch)
    const path = file()
    const change = (text: string) => {
      said.push(text)
      if (!text.startsWith('Proven')) return
      const bytes = readFileSync(path)
      const lines = path.endsWith('.gz') ? gunzipSync(bytes) : bytes
      const changed = Buffer.concat([lines, Buffer.from('\n')])
      writeFileSync(path, path.endsWith('.gz') ? gzipSync(changed) : changed)
    }
    await expect(restoreSite(target, to, optionsWith({ say: change }))).rejects.toThrow(
      /has other (lines|content) than (was|were) written|JSON/,
    )
    const begun = await target.all(`select 1 from sqlite_master where name = 'restore_refuses_leases'`)
    if (!path.endsWith('kv.json')) expect(begun).toHaveLength(1)
    await target.close()
  })

  it('of a catch-up alone, too', async () => {
    flip(join(state, fileOf(stateOf('users'))))
    await expect(catchUpSite(other, to, optionsWith({}))).rejects.toThrow('restore_users.jsonl.gz has')
    expect(await other.all(schemaQuery)).toEqual([])
  })
})

/** Changes the last byte but a few of a file. */
function flip(file: string): void {
  const bytes = readFileSync(file)
  bytes.set([(bytes.at(-3) ?? 0) ^ 1], bytes.length - 3)
  writeFileSync(file, bytes)
}

/** Moves a file or folder away, and leaves a link to it. */
function link(path: string): void {
  const moved = join(to, `moved-${basename(path)}`)
  renameSync(path, moved)
  symlinkSync(moved, path)
}

function replaceIn(file: string, was: string | RegExp, now: string): void {
  rewriteFile(file, Buffer.from(readFileSync(join(own, file), 'utf8').replace(was, now)), key)
}

/** Adds a migration to those that were applied. */
function migrated(name: string): void {
  const file = 'tables/d1_migrations.jsonl.gz'
  const more = Buffer.from(`${JSON.stringify([99, name, ''])}\n`)
  rewriteFile(file, gzipSync(Buffer.concat([gunzipSync(readFileSync(join(own, file))), more])), key)
}

describe('a backup that isn’t proven', () => {
  const unproven = 'Not proven: that no one changed the backup'

  it('isn’t restored without the key, nor one of an older version without its sums', async () => {
    expect(await refusal({ key: null })).toContain(`is sealed by BACKUP_KEY, which isn't set`)
    asFormat1()
    expect(await refusal()).toContain('is of an older version, which sealed nothing')
    writeFileSync(join(own, categories), withRow(categories))
    expect(await refusal({ unverified: true })).toContain('has other rows than were written')
  })

  it('goes on with --unverified where files differ that aren’t rows, and says so', async () => {
    flip(join(own, 'kv.json'))
    writeFileSync(join(state, 'more'), '')
    expect(await refusal({ unverified: true })).toBe('It was accepted')
    expect(said).toEqual([
      expect.stringContaining(`has a file that isn't part of it: ${join(state, 'more')}`),
      expect.stringContaining('kv.json has other content than was written. With --unverified'),
    ])
  })

  it('is restored with --unverified, says what isn’t proven, and leaves damaged files out', async () => {
    asFormat1()
    flip(mediaOf('two'))
    const target = await emptyLocalSite(scratch)
    const { objects } = await restoreSite(target, to, optionsWith({ unverified: true }))
    expect([objects.count, objects.damaged]).toEqual([1, ['m/two']])
    expect(await target.media.head('m/two')).toBeNull()
    expect(said.slice(0, 3)).toEqual([
      expect.stringContaining(`${unproven} ${basename(own)} and the catch-up ${basename(state)}.`),
      expect.stringContaining('Not proven: that the list of files and the settings are as they were written'),
      expect.stringContaining('Not proven: that all files are there and whole.'),
    ])
    await target.close()
  })
})

/** Makes the backup and its catch-up what an older version wrote. */
function asFormat1(): void {
  for (const folder of [own, state]) {
    const file = join(folder, 'manifest.json')
    const { seal, id, kind, files, ...rest } = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...rest, format: 1 }))
  }
}

describe('the next backup', () => {
  it('fetches again what no sealed line vouches for, and what a link stands for', async () => {
    const list = join(own, 'objects.jsonl')
    const lines = readFileSync(list, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as CopiedObject)
    const [one, two] = lines
    // Someone wants the second file's bytes under the first file's key.
    writeFileSync(
      list,
      lines
        .map((line) => `${JSON.stringify({ ...line, ...(line === one && { sha256: two?.sha256 }) })}\n`)
        .join(''),
    )
    link(mediaOf('two'))
    await backUp(site, to, { secrets: [], key, now: now + 1, say })
    expect(said).toContain('Copied 2 files (28 bytes); 2 of them were fetched, the others kept already.')
  })

  it('takes a damaged line of a list for none, but deletes nothing while a whole backup has one', async () => {
    const list = join(own, 'objects.jsonl')
    writeFileSync(list, `{"key":\n${readFileSync(list, 'utf8')}`)
    await expect(backUp(site, to, { secrets: [], key, now: now + 1, say })).rejects.toThrow(
      `${list} is damaged, so no one knows which files that backup needs`,
    )
    expect(said).toContain('Copied 2 files (28 bytes); 0 of them were fetched, the others kept already.')
    rmSync(own, { recursive: true })
    await backUp(site, to, { secrets: [], key, now: now + 2, say })
  })

  it.each<[string, () => void, string]>([
    [
      'backup',
      () => rewrite<Manifest>(own, (manifest) => void Object.assign(manifest, { takenAt: 'never' })),
      'The newest backup',
    ],
    ['backup, under a newer name', () => renameSync(own, `${own}0`), 'The newest backup'],
    ['catch-up', () => rewrite(state, () => undefined), 'The newest catch-up'],
  ])('isn’t begun, nor an alarm silenced, by a changed %s', async (_, change, sentence) => {
    change()
    await expect(refreshCatchUp(site, to, { key, now: now + day * 3, say })).rejects.toThrow(sentence)
    await expect(backUp(site, to, { secrets: [], key, now: now + 1, say })).rejects.toThrow(
      `doesn't fit its seal`,
    )
  })

  it('is late when the time of the newest is none', async () => {
    rewrite<Manifest>(own, (manifest) => void Object.assign(manifest, { takenAt: 'never' }), key)
    expect(await refreshCatchUp(site, to, { key, now, say })).toEqual({ isLate: true })
  })

  it('deletes nothing outside the folder', async () => {
    const outside = join(to, 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'a'.repeat(64)), '')
    symlinkSync(outside, join(to, 'media', 'zz'))
    await prune(folderAt(to), now + 2 * 3600_000)
    expect(existsSync(join(outside, 'a'.repeat(64)))).toBe(true)
  })

  it('says that a restore will refuse it, if the site has what migrations don’t make', async () => {
    await site.run(['create index extra on users (id)'])
    await backUp(site, to, { secrets: [], key, now: now + 2, say })
    await site.run(['drop index extra'])
    expect(said[0]).toBe(
      `The site has the index extra, which the migrations don't make. Until that is mended, a restore will refuse its backups.`,
    )
  })
})

describe('the key of seals', () => {
  beforeEach(() => vi.stubEnv('BACKUP_KEY', undefined))
  afterEach(() => vi.unstubAllEnvs())

  it('comes from the environment, and can’t be easy to guess or missing', () => {
    vi.stubEnv('BACKUP_KEY', 'Xk7-pQ2_vN9sLw4zRt8b')
    expect(findBackupKey(to)).toBe('Xk7-pQ2_vN9sLw4zRt8b')
    vi.stubEnv('BACKUP_KEY', 'secret')
    expect(() => findBackupKey(to)).toThrow('BACKUP_KEY is blank, short or easy to guess')
    const [, offered] = /BACKUP_KEY="(.+)"/.exec(readFileSync('.dev.vars.example', 'utf8')) ?? []
    vi.stubEnv('BACKUP_KEY', offered)
    expect(() => findBackupKey(to)).toThrow('BACKUP_KEY still holds the placeholder')
    vi.stubEnv('BACKUP_KEY', '')
    expect(findBackupKey(to)).toBeNull()
    expect(() => requireBackupKey(to)).toThrow('Make one with "openssl rand -base64 48"')
  })

  it('is no variable of the local worker', () => {
    const file = join(to, 'secrets')
    writeFileSync(file, 'BACKUP_KEY="Xk7-pQ2_vN9sLw4zRt8b"\nMEDIA_KEY="of the worker"')
    expect(workerVars(file)).toMatchObject({ MEDIA_KEY: 'of the worker' })
    expect(workerVars(file)).not.toHaveProperty('BACKUP_KEY')
  })

  it('is read from the file of secrets, which can’t be among the backups', () => {
    const file = join(to, 'secrets')
    writeFileSync(file, 'BACKUP_KEY="Xk7-pQ2_vN9sLw4zRt8b"')
    expect(findBackupKey(own, file)).toBe('Xk7-pQ2_vN9sLw4zRt8b')
    expect(() => findBackupKey(to, file)).toThrow('Keep it out of the folder that it seals.')
  })
})
