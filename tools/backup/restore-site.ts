import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { keyStart, settingsKey } from '#worker/storage/keys'
import { progressed, whileProgressing } from '../programs/watched.ts'
import { column, helperTables, mark, refusalOf } from './catch-up.ts'
import { type Choice, type Chosen, choose, chooseCatchUp } from './choose.ts'
import { askOf, quoted, readDefinitions, runInBatches } from './definitions.ts'
import { folderAt, type Manifest, objectsFile } from './folder.ts'
import { readLines, readWritten } from './lines.ts'
import { Listing, type RestoredObjects, restoreObjects } from './media.ts'
import type { OpenSite } from './open-site.ts'
import { patiently } from './patiently.ts'
import { isEqual, Summer } from './proof/sums.ts'
import { type Proof, saidOfProof, verifyBackup, verifyCatchUp } from './proof/verify.ts'
import {
  closeSite,
  finishDefinitions,
  nameFiles,
  type RestoredTable,
  refuseRows,
  restoreRows,
  restoreSequences,
} from './restore-rows.ts'
import { readRows } from './rows.ts'
import { type KeptValue, passing, valuesFile } from './take.ts'

/** The product's own code, which needs a bundler. */
export type Product = typeof import('./product.ts')

export interface RestoreOptions extends Choice, Proof {
  product: Product
  /** The variables that the product reads. */
  vars: Record<string, string | undefined>
  /** Names of the migrations that this version has. */
  migrations: string[]
  /** Applies the migrations that the database lacks. */
  migrate(): Promise<void>
  now: number
  say(text: string): void
}

/** The result of a restore. */
export interface Restored {
  tables: RestoredTable[]
  objects: RestoredObjects
  /** Keys of files that a row names but the bucket doesn't have. */
  missing: string[]
  caughtUp: Awaited<ReturnType<Product['applyCatchUp']>>
}

/**
 * Restores a backup into a site that was never used, after comparing all of it with its seal and its sums.
 * Maintenance mode is on from the first step and stays on, and no cron job runs before the last one. After a
 * kill, the same call starts over, and only keeps the files that are there.
 */
export async function restoreSite(site: OpenSite, path: string, options: RestoreOptions): Promise<Restored> {
  const { db, media, kv } = site
  const { say, now, product, vars } = options
  const folder = folderAt(path)
  const { backup, catchUp } = choose(site, folder, options)
  const { id, own, manifest } = backup
  const begun = await markOf(db)
  if (begun === null) await refuseUsed(db, media)
  else if (begun !== id)
    throw new Error(
      `A restore of ${begun} has begun here. Go on with it, by --backup ${begun}, or restore into another empty site: files of both would mix.`,
    )
  await verifyCatchUp(catchUp, options)
  const definitions = await verifyBackup(folder, backup, options)
  for (const sentence of saidOfProof([backup, catchUp], options)) say(sentence)

  await closeSettings(kv, backup, options)
  await empty(db, id)
  say(`Restoring the backup of ${manifest.takenAt}, with the catch-up of ${catchUp.manifest.takenAt}.`)
  const tables = await restoreRows(db, own, definitions, manifest)
  await nameFiles(db)
  await finishDefinitions(db, definitions)
  await restoreSequences(db, own, manifest)
  say(`Restored ${tables.reduce((sum, { restored }) => sum + restored, 0)} rows.`)

  await applyMissing(db, options)
  const work = await product.begin({ ...site.env, ...vars }, now)
  const caughtUp = await product.applyCatchUp(work, db, {
    catchUp,
    backup: manifest.takenAt,
    isChosen: options.catchUp !== undefined,
  })
  const objects = await restoreObjects(media, folder, {
    lines: listedIn(backup, options),
    resume: begun !== null,
    areNamed: (keys) => patiently(() => product.namedAmong(work, keys)),
  })
  say(
    `Restored ${objects.count} files (${objects.bytes} bytes); ${objects.there} of them were there already.`,
  )
  const missing = await missingFiles(db, media)
  await product.finish(work)
  await clear(db)
  return { tables, objects, missing, caughtUp }
}

/**
 * Applies only a catch-up, to a database that was taken back in time by other means. Like a restore, it
 * leaves the site in maintenance mode. After a kill, the same call starts over.
 */
export async function catchUpSite(
  site: OpenSite,
  path: string,
  options: RestoreOptions,
): Promise<Pick<Restored, 'missing' | 'caughtUp'>> {
  const { db, media } = site
  const catchUp = chooseCatchUp(site, folderAt(path), options)
  await verifyCatchUp(catchUp, options)
  for (const sentence of saidOfProof([catchUp], options)) options.say(sentence)
  const statements = [
    // This also stops tasks that are sent to the queue meanwhile.
    ...passing.flatMap((table) => [refuseRows(table), `delete from ${table}`]),
    closeSite,
  ]
  await runInBatches(db, statements, statements.length)
  await applyMissing(db, options)
  const work = await options.product.begin({ ...site.env, ...options.vars }, options.now)
  const caughtUp = await options.product.applyCatchUp(work, db, {
    catchUp,
    backup: 'an earlier time',
    isChosen: options.catchUp !== undefined,
  })
  const missing = await missingFiles(db, media)
  await options.product.finish(work)
  await clear(db)
  return { missing, caughtUp }
}

/** Applies the migrations that the database lacks, since the product's code needs them. */
async function applyMissing(db: D1Database, { migrations, migrate, say }: RestoreOptions): Promise<void> {
  const { results } = await db.prepare('select name from d1_migrations').all<{ name: string }>()
  const there = new Set(results.map(({ name }) => name))
  if (migrations.every((name) => there.has(name))) return
  say('Applying the migrations that are newer than the database.')
  await whileProgressing(migrate())
}

/** Lets cron jobs run again, and drops everything made only for the restore. */
async function clear(db: D1Database): Promise<void> {
  const statements = [
    ...passing.map((table) => `drop trigger ${refusalOf(table)}`),
    ...[...helperTables, mark].map((name) => `drop table if exists ${name}`),
  ]
  await runInBatches(db, statements, statements.length)
}

/** Returns the backup of a restore that has begun and not ended. */
async function markOf(db: D1Database): Promise<string | null> {
  const marked = await db.prepare(`select 1 from sqlite_master where name = ?`).bind(mark).first()
  return marked && (await db.prepare(`select backup from ${mark}`).first<string>('backup'))
}

async function refuseUsed(db: D1Database, media: R2Bucket): Promise<void> {
  const table = await db.prepare(`select 1 from sqlite_master where name = 'users'`).first()
  const user = table && (await db.prepare('select 1 from users').first())
  const { objects } = await media.list({ prefix: keyStart, limit: 1 })
  if (user || objects.length > 0)
    throw new Error(
      `This site has ${user ? 'accounts' : 'files'}. A backup is restored into an empty site only, so that nothing is lost: create another database and bucket, and name them in wrangler.toml; locally, set STATE_DIR to an empty folder.`,
    )
}

/** Reads a backup's list of files, as it was compared with its sum. Without proof, what is there. */
function listedIn({ own, manifest }: Chosen<Manifest>, { unverified }: Proof): AsyncIterable<string> {
  const file = join(own, objectsFile)
  if (!unverified) return readWritten(file, { sha256: manifest.files[objectsFile]?.sha256 ?? '' })
  return existsSync(file) ? readLines(file) : Readable.from([])
}

/** Turns maintenance mode on in the copy of the settings that requests read, before anything else. */
async function closeSettings(
  kv: KVNamespace,
  { own, manifest }: Chosen<Manifest>,
  { unverified }: Proof,
): Promise<void> {
  const file = join(own, valuesFile)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const sum = new Summer()
  sum.add(text)
  const written = manifest.files?.[valuesFile]
  if (!unverified && !(written && isEqual(sum.end(), written)))
    throw new Error(`${file} has other content than was written. Nothing was changed.`)
  const values = parsed(text, [] as KeptValue[])
  for (const { key, value } of values) {
    const bytes = Buffer.from(value, 'base64')
    progressed()
    if (key !== settingsKey) await kv.put(key, bytes)
    else await kv.put(key, JSON.stringify({ ...parsed(bytes.toString(), {}), maintenanceMode: true }))
  }
}

/**
 * Parses a value of KV, which only has copies. An unreadable copy doesn't stop a restore: the product makes
 * another from the row.
 */
function parsed<Value>(text: string, otherwise: Value): Value {
  try {
    return JSON.parse(text) as Value
  } catch {
    return otherwise
  }
}

/**
 * Drops everything that migrations or an interrupted restore left in the database, and marks that a restore
 * has begun.
 */
async function empty(db: D1Database, id: string): Promise<void> {
  await db.batch([
    db.prepare(`create table if not exists ${mark} (backup text not null)`),
    db.prepare(`delete from ${mark}`),
    db.prepare(`insert into ${mark} values (?)`).bind(id),
  ])
  const { tables, triggers, virtual } = await readDefinitions(askOf(db), [mark])
  const drops = [
    ...triggers.map(({ name }) => `drop trigger ${quoted(name)}`),
    ...virtual.map((sql) => `drop table ${/TABLE (\S+)/i.exec(sql)?.[1]}`),
    ...tables.reverse().map(({ name }) => `drop table ${quoted(name)}`),
  ]
  await runInBatches(db, drops, 20)
}

/**
 * Returns the keys of files that a row names but the bucket doesn't have. Reads both in the order of their
 * keys.
 */
async function missingFiles(db: D1Database, media: R2Bucket): Promise<string[]> {
  const from = '(select key from media_objects where pending_deletion_since is null)'
  const rows = readRows(db, { name: 'media_objects', columns: [column('key')], key: ['key'], from })
  const listing = new Listing(media)
  const missing: string[] = []
  for await (const page of rows)
    for (const line of page) {
      const [key] = JSON.parse(line) as [string]
      if (!(await listing.has(key))) missing.push(key)
    }
  return missing
}
