import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { namedFiles } from '#db/named-files'
import { schemaLines, schemaQuery } from '#db/schema-lines'
import { rowsOfEveryTable, withoutTriggers } from '#test/support/backup/every-table'
import {
  emptyLocalSite,
  type LocalSite,
  migratedLocalSite,
  scratchFolder,
} from '#test/support/backup/local-site'
import { testVars } from '#test/support/vars'
import { filesOutOfStep } from '#test/support/videos/named-files'
import { askOf, readDefinitions } from '#tools/backup/definitions'
import { type CopiedObject, folderAt, type Manifest, mediaFile, wholeIn } from '#tools/backup/folder'
import { readLines } from '#tools/backup/lines'
import { restoreObjects } from '#tools/backup/media'
import { remoteConfig, varsAt } from '#tools/backup/open-site'
import * as product from '#tools/backup/product'
import { keptDays } from '#tools/backup/prune'
import { closeSite } from '#tools/backup/restore-rows'
import { type RestoreOptions, restoreSite } from '#tools/backup/restore-site'
import { writeRows } from '#tools/backup/rows'
import { listSecrets } from '#tools/backup/secrets'
import { backUp, refreshCatchUp } from '#tools/backup/take'
import { migratedDatabase, migrationNames } from '#tools/database/migrations'
import { parseConfig } from '#worker/config'

// The emulators run in other processes.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const now = Date.now()
const day = 24 * 3600_000
const scratch = scratchFolder()
/** The folder of the first backup. */
const taken = join(scratch, 'taken')
/** A copy of that backup's folder, for one test. */
let to: string
const said: string[] = []
const key = 'the key of seals of these tests'
const options = { secrets: [], key, say: (text: string) => void said.push(text) }
const migrations = migrationNames()

function restore(site: LocalSite, from = to, more: Partial<RestoreOptions> = {}) {
  return restoreSite(site, from, {
    key,
    unverified: false,
    product,
    now,
    migrations,
    say: options.say,
    vars: { ...testVars, ENVIRONMENT: 'local' },
    migrate: () => Promise.reject(new Error('There is nothing to migrate')),
    ...more,
  })
}

/** Files: some of a few bytes, one that is sent in parts, and one that no row names. */
const files: Record<string, Uint8Array> = Object.fromEntries(
  [
    ['m/key-1', 0],
    ['m/key-2', 70_000],
    ['m/large', 9_000_000],
    ['m/orphan', 10],
  ].map(([key, length], index) => [key, new Uint8Array(Number(length)).fill(index + 1)]),
)
const named = ['m/key-1', 'm/key-2', 'm/large']

let site: LocalSite
let first: Manifest
/** The site's rows as they were backed up, but closed. */
let closedRows: Record<string, string[]>

beforeAll(async () => {
  site = await migratedLocalSite(scratch)
  const empty = migratedDatabase()
  await site.run(withoutTriggers(empty, rowsOfEveryTable(empty)))
  await site.run([
    'delete from video_files',
    `insert into video_files (object_key, place, video_id) ${namedFiles}`,
  ])
  for (const [index, key] of named.entries())
    await site.run([
      `insert into media_objects (key, kind, content_type, bytes, owner_id, created_at)
        values ('${key}', 'source', 'video/mp4', ${files[key]?.length}, ${701 + (index % 2)}, 0)`,
    ])
  await putFiles(Object.keys(files))
  // A broken copy of the settings is no reason to lose the rest.
  await site.kv.put('settings', '{"siteName": "Noc')
  first = await backUp(site, taken, { ...options, now })
  await site.run([closeSite])
  closedRows = await everything(site)
})
beforeEach(async () => {
  to = mkdtempSync(join(scratch, 'backups-'))
  cpSync(taken, to, { recursive: true })
  await putFiles(['m/key-2', 'm/orphan'])
})
afterEach(() => rmSync(to, { recursive: true }))
afterAll(async () => {
  await site.close()
  rmSync(scratch, { recursive: true })
})

/** Puts files into the site's bucket. */
async function putFiles(keys: string[]): Promise<void> {
  for (const key of keys)
    await site.media.put(key, files[key] ?? '', { httpMetadata: { contentType: 'video/mp4' } })
}

/** Returns all rows of all tables as SQL literals, read independently of the backup. */
async function everything({ all, db }: LocalSite): Promise<Record<string, string[]>> {
  const tables = await all<{ name: string }>(
    `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like '_cf_%'
      and name not in ('sqlite_schema', 'leases', 'cron_runs')`,
  )
  const columns = await db.batch<{ name: string }>(
    tables.map(({ name }) => db.prepare(`pragma table_info("${name}")`)),
  )
  const contents = await db.batch<object>(
    tables.map(({ name }, table) => {
      const literals = columns[table]?.results.map(
        (column, index) => `hex(quote("${column.name}")) as c${index}`,
      )
      return db.prepare(`select ${literals?.join(', ')} from "${name}"`)
    }),
  )
  const rows: Record<string, string[]> = {}
  for (const [index, { name }] of tables.entries())
    rows[name] = (contents[index]?.results ?? []).map((row) => Object.values(row).join()).sort()
  return rows
}

/**
 * Returns a site whose bucket or KV fails from the nth call of a method on or, with `once`, only at that
 * call.
 */
function dying(
  site: LocalSite,
  store: 'media' | 'kv',
  method: string,
  nth: number,
  { message = 'Killed', once = false } = {},
): LocalSite {
  let calls = 0
  const inner = site[store] as unknown as Record<string, (...args: unknown[]) => unknown>
  const outer = new Proxy(inner, {
    get:
      (_, name) =>
      (...args: unknown[]) => {
        calls += name === method ? 1 : 0
        if (name === method && (once ? calls === nth : calls >= nth)) throw new Error(message)
        return inner[String(name)]?.(...args)
      },
  })
  return { ...site, [store]: outer }
}

/** Returns a site whose rows change just before a table is read. */
function changing(site: LocalSite, table: string, statements: string[]): LocalSite {
  let isChanged = false
  const prepare = (sql: string) => {
    const statement = site.db.prepare(sql)
    if (isChanged || !sql.includes(`from "${table}"`)) return statement
    const all = async (bound: D1PreparedStatement) => {
      if (!isChanged) await site.run(statements)
      isChanged = true
      return bound.all()
    }
    return { bind: (...values: unknown[]) => ({ all: () => all(statement.bind(...values)) }) }
  }
  const db = { prepare, batch: (all: D1PreparedStatement[]) => site.db.batch(all) }
  return { ...site, db: db as unknown as D1Database }
}

/** Returns a site whose bucket sends only a part of the first file. */
function cutting(site: LocalSite): LocalSite {
  let calls = 0
  const get = async (key: string) => {
    const object = await site.media.get(key)
    calls += 1
    return calls === 1 && object ? { size: await object.size, body: [new Uint8Array(10)] } : object
  }
  const media = { list: (options: R2ListOptions) => site.media.list(options), get }
  return { ...site, media: media as unknown as R2Bucket }
}

const backups = () => wholeIn(folderAt(to).backups)

describe('a backup', () => {
  it('restores every table and every file that a row names, in maintenance mode, though the first try is killed', async () => {
    const other = await emptyLocalSite(scratch)
    const [id = ''] = backups()
    await expect(restore(dying(other, 'media', 'put', 2))).rejects.toThrow('Killed')
    // Meanwhile no job runs, and no one has access.
    expect(await other.kv.get('settings', 'json')).toMatchObject({ maintenanceMode: true })
    for (const row of [`leases values ('import:1', 0)`, `cron_runs values (1, 0, '{}')`])
      await expect(other.run([`insert into ${row}`])).rejects.toThrow('being restored')
    await expect(backUp(other, join(scratch, 'others'), { ...options, now })).rejects.toThrow(
      'has begun and not ended',
    )
    await other.run([`update restore_mark set backup = 'another'`])
    await expect(restore(other)).rejects.toThrow('A restore of another has begun here')
    await other.run([`update restore_mark set backup = '${id}'`])

    const { tables, objects, missing } = await restore(other)
    expect(tables.every(({ rows, isEqual }) => rows >= 2 && isEqual)).toBe(true)
    expect([objects.count, objects.unnamed, objects.damaged]).toEqual([3, 1, []])
    expect(objects.there).toBeGreaterThan(0)
    // Rows of every table name files that never existed.
    expect(missing.length).toBeGreaterThan(0)
    expect(missing.every((key) => !(key in files))).toBe(true)

    const after = await everything(other)
    const differs = Object.keys({ ...closedRows, ...after }).filter(
      (name) => JSON.stringify(closedRows[name]) !== JSON.stringify(after[name]),
    )
    // Tables with the restore's own record and the scan that it starts.
    const added = ['audit_log', 'sqlite_sequence', 'storage_scans']
    expect(differs.sort()).toEqual(added)
    for (const name of ['audit_log', 'storage_scans'])
      expect(after[name]).toEqual(expect.arrayContaining(closedRows[name] ?? []))
    const expected = readFileSync('db/expected-schema.txt', 'utf8')
    expect(schemaLines(await other.all(schemaQuery))).toBe(expected)
    expect(await other.all(`select rowid from video_search where video_search match 'moonlit'`)).toHaveLength(
      2,
    )
    for (const key of named) {
      const stored = await other.media.get(key)
      expect(stored?.httpMetadata).toEqual({ contentType: 'video/mp4' })
      expect(
        Buffer.compare(Buffer.from((await stored?.arrayBuffer()) ?? []), Buffer.from(files[key] ?? [])),
      ).toBe(0)
    }
    expect(await other.media.head('m/orphan')).toBeNull()
    // The site is in use now: another restore would lose data.
    await expect(restore(other)).rejects.toThrow('This site has accounts.')
    await other.close()
  })

  it('of a site in use knows whose file an object is, and lists what was published meanwhile', async () => {
    const used = join(scratch, 'used')
    const published = [
      `insert into videos (id, user_id, title, title_folded, description, tags, category_id, status, source_key, poster_key, created_at)
        values (9001, 701, 'New', 'new', '', '["new"]', 1, 'ready', 'm/new', 'm/new-poster', 0)`,
      `insert into renditions (video_id, quality, object_key, bytes, bandwidth) values (9001, 360, 'm/new-360', 1, 1)`,
    ]
    await backUp(changing(site, 'videos', published), used, { ...options, now })
    const other = await emptyLocalSite(scratch)
    await restore(other, used)
    expect(
      await other.all('select object_key from video_files where video_id = 9001 order by object_key'),
    ).toEqual([{ object_key: 'm/new' }, { object_key: 'm/new-poster' }])
    for (const query of Object.values(filesOutOfStep)) expect(await other.all(query)).toEqual([])
    expect(await other.all('select video_id from search_backlog where video_id = 9001')).toHaveLength(1)
    await other.close()
    await site.run(['delete from renditions where video_id = 9001', 'delete from videos where id = 9001'])
  })

  it('that is killed leaves the one before it; the next fetches nothing again, and goes on where a call was lost', async () => {
    const whole = backups()
    await expect(backUp(dying(site, 'kv', 'list', 1), to, { ...options, now: now + day })).rejects.toThrow(
      'Killed',
    )
    expect(backups()).toEqual(whole)
    // A killed backup's files stay for the next one, also those that only it has noted.
    const [id = ''] = whole
    rmSync(join(folderAt(to).backups, id, 'objects.jsonl'))
    writeFileSync(join(to, '0a1b2c3d-0000-4000-8000-000000000000.part'), 'A part of a file')
    expect(await refreshCatchUp(site, to, { ...options, now: now + day + 1 })).toEqual({ isLate: false })
    expect(readdirSync(folderAt(to).backups)).toHaveLength(2)
    const lost = { message: 'fetch failed', once: true }
    const shaky = dying(dying(site, 'media', 'list', 1, lost), 'kv', 'get', 1, lost)
    const manifest = await backUp(shaky, to, { ...options, now: now + 2 * day })
    expect(said.at(-2)).toContain('; 0 of them were fetched')
    expect(manifest.objects).toEqual(first.objects)
    expect(backups()).toHaveLength(2)
    expect(existsSync(join(to, '0a1b2c3d-0000-4000-8000-000000000000.part'))).toBe(false)
  })

  it('fetches what was rewritten since, under its old key and with its old size', async () => {
    await site.media.put('m/key-2', new Uint8Array(70_000).fill(9))
    const manifest = await backUp(cutting(site), to, { ...options, now: now + day })
    expect(said.at(-2)).toContain('; 1 of them were fetched')
    // The first answer ended early.
    expect(manifest.objects).toEqual(first.objects)
  })

  it('is deleted after 28 days, and files that left the site go with the last that names them', async () => {
    const orphan = mediaFile(
      folderAt(to),
      createHash('sha256')
        .update(files['m/orphan'] ?? '')
        .digest('hex'),
    )
    await site.media.delete('m/orphan')
    await backUp(site, to, { ...options, now: now + day })
    expect(existsSync(orphan)).toBe(true)
    const late = now + keptDays * day + 1
    expect(await refreshCatchUp(site, to, { ...options, now: late })).toEqual({ isLate: true })
    expect([backups().length, existsSync(orphan)]).toEqual([1, false])
  })

  it('tells which of its files are damaged, and never restores those', async () => {
    const other = await emptyLocalSite(scratch)
    const [id = ''] = backups()
    const list = join(folderAt(to).backups, id, 'objects.jsonl')
    const { sha256 } = readFileSync(list, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as CopiedObject)
      .find(({ key }) => key === 'm/large') as CopiedObject
    const bytes = readFileSync(mediaFile(folderAt(to), sha256))
    bytes[8_500_000] = 0
    writeFileSync(mediaFile(folderAt(to), sha256), bytes)
    const areNamed = async (keys: string[]) => new Set(keys)
    const { damaged, count } = await restoreObjects(other.media, folderAt(to), {
      lines: readLines(list),
      resume: false,
      areNamed,
    })
    expect([damaged, count]).toEqual([['m/large'], 3])
    expect(await other.media.head('m/large')).toBeNull()
    await other.close()
  })

  it('isn’t restored from a folder without one, of another site, or without what to catch up on', async () => {
    const other = await emptyLocalSite(scratch)
    await expect(restore(other, scratch)).rejects.toThrow('has no whole backup.')
    await expect(restore(other, to, { id: 'yesterday' })).rejects.toThrow(
      'has no whole backup called yesterday',
    )
    const elsewhere = { name: 'https://staging.site.test' }
    await expect(restore({ ...other, ...elsewhere })).rejects.toThrow('copies of another site')
    await expect(backUp({ ...site, ...elsewhere }, to, { ...options, now })).rejects.toThrow(
      'copies of another site',
    )
    rmSync(folderAt(to).catchUps, { recursive: true })
    await expect(restore(other)).rejects.toThrow('what was erased or removed since would be back')
    await other.close()
  })
})

it('a row whose parent was deleted meanwhile, or that was read twice, is left out and counted', async () => {
  const { tables } = await readDefinitions(askOf(site.db))
  const notes = tables.find(({ name }) => name === 'account_notes')
  if (!notes) throw new Error('There is no such table')
  const lines = async function* () {
    yield '[9001,701,"kept",1,1]'
    yield '[9002,999999,"of nobody",1,1]'
    yield '[9001,701,"kept",1,1]'
  }
  expect(await writeRows(site.db, notes, lines())).toBe(2)
  expect(await site.all('select id, text from account_notes where id > 9000')).toEqual([
    { id: 9001, text: 'kept' },
  ])
})

it('the list of secrets says of each what losing it means', () => {
  const example = readFileSync('.dev.vars.example', 'utf8')
  const secrets = listSecrets(example, readFileSync('docs/operating.md', 'utf8'))
  const names = [...example.matchAll(/^(?:# )?([A-Z][A-Z_]+)="/gm)].map(([, name]) => name)
  expect(secrets.map(({ name }) => name)).toEqual(names.filter((name) => name !== 'PASSWORD_COST').sort())
  expect(secrets.find(({ name }) => name === 'PASSWORD_PEPPER')?.ifLost).toContain('passwords')
  expect(secrets.find(({ name }) => name === 'UPI_VPA')?.ifLost).toContain('payments stop')
})

it('a site at Cloudflare is opened by the same bindings, of which the stores are there', () => {
  const config = remoteConfig(unstable_readConfig({ config: 'wrangler.toml', env: 'staging' }))
  expect(config.d1_databases).toEqual([
    expect.objectContaining({ binding: 'DB', database_name: 'nocturne-staging', remote: true }),
  ])
  expect(config.r2_buckets).toEqual([
    expect.objectContaining({ binding: 'MEDIA', bucket_name: 'nocturne-staging-media', remote: true }),
  ])
  expect(config.kv_namespaces).toEqual([expect.objectContaining({ binding: 'SETTINGS', remote: true })])
  const vars = varsAt('staging', readFileSync('.dev.vars.example', 'utf8'))
  const { production, siteOrigin } = parseConfig({ ...vars, SITE_ORIGIN: 'https://staging.site.test' })
  expect([production, siteOrigin]).toEqual([true, 'https://staging.site.test'])
})
