import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { day } from '#contract/values/shared/time'
import { writeCatchUp } from './catch-up.ts'
import { type Definitions, readDefinitions, sequences, type Table } from './definitions.ts'
import { type Expected, refuseUnexpected } from './expected.ts'
import {
  type Folder,
  folderAt,
  idAt,
  isBusy,
  type Manifest,
  manifestFile,
  objectsFile,
  type Pruned,
  prune,
  readManifest,
  whileBusy,
  wholeIn,
  writeWhole,
} from './folder.ts'
import { type Content, writeLines } from './lines.ts'
import { copyObjects } from './media.ts'
import type { Stores } from './open-site.ts'
import { patiently } from './patiently.ts'
import { readRows } from './rows.ts'
import type { Secret } from './secrets.ts'

export const definitionsFile = 'definitions.json'
export const valuesFile = 'kv.json'

/** Tables that aren't copied: who runs a task just now, or ran it last, means nothing later. */
export const passing = ['leases', 'cron_runs']

/**
 * What other tables tell, so that a restore makes it of them: copied while the site is in use, it might not agree with
 * them.
 */
export const derived = ['video_files']

/** Older, and what left the site may be in a backup for more than 30 days. */
const lateAfter = 2 * day

/** A value in KV, in base64. */
export interface KeptValue {
  key: string
  value: string
}

interface Options extends Expected {
  secrets: Secret[]
  now: number
  say(text: string): void
}

/**
 * Copies a site into a folder. Rows come before files, so that each file that a row names is there, or was deleted
 * since; the catch-up comes after both, and knows of that. A kill at any time leaves the backups before it as they were.
 */
export async function backUp(site: Stores, path: string, options: Options): Promise<Manifest> {
  const folder = folderAt(path)
  for (const each of [folder.backups, folder.catchUps, folder.media])
    mkdirSync(each, { recursive: true, mode: 0o700 })
  return whileBusy(folder, () => copySite(site, folder, options))
}

async function copySite(site: Stores, folder: Folder, options: Options): Promise<Manifest> {
  const { secrets, now, say } = options
  await refuseUnexpected(site, folder, options)
  const id = idAt(now)
  const own = join(folder.backups, id)
  mkdirSync(join(own, 'tables'), { recursive: true })

  const definitions = await readDefinitions(site.db)
  if (definitions.tables.length === 0) throw new Error('The database is empty: there is nothing to back up.')
  writeFileSync(join(own, definitionsFile), JSON.stringify(definitions, null, 2))
  const tables: Record<string, Content> = {}
  for (const table of copyOrder(definitions))
    tables[table.name] = await writeLines(tableFile(own, table.name), readRows(site.db, table))
  say(`Copied ${sumOf(tables)} rows of ${Object.keys(tables).length} tables.`)

  const whole = wholeIn(folder.backups)
  // The newest, and what runs after it had fetched when they were killed.
  const earlier = readdirSync(folder.backups)
    .filter((each) => each !== id && (each === whole.at(-1) || !whole.includes(each)))
    .map((each) => join(folder.backups, each, objectsFile))
    .filter((file) => existsSync(file))
  const list = join(own, objectsFile)
  const { count, bytes, fetched } = await copyObjects(site.media, folder, { earlier, list })
  say(`Copied ${count} files (${bytes} bytes); ${fetched} of them were fetched, the others kept already.`)

  const values = await readValues(site.kv)
  writeFileSync(join(own, valuesFile), JSON.stringify(values))
  await refuseUnexpected(site, folder, options)
  await writeCatchUp(site, folder, Date.now())
  const takenAt = new Date(now).toISOString()
  const manifest: Manifest = {
    format: 1,
    site: site.name,
    takenAt,
    tables,
    objects: { count, bytes },
    kv: values.length,
    secrets,
  }
  writeWhole(join(own, manifestFile), manifest)
  sayPruned(await prune(folder, now), say)
  return manifest
}

/** Only writes the catch-up, and prunes: a matter of seconds, for every hour. Tells whether a backup is overdue. */
export async function refreshCatchUp(
  site: Stores,
  path: string,
  options: Omit<Options, 'secrets'>,
): Promise<{ isLate: boolean }> {
  const { now, say } = options
  const folder = folderAt(path)
  const newest = wholeIn(folder.backups).at(-1)
  if (newest === undefined)
    throw new Error(`${path} has no backup yet: run this without --only-catch-up first.`)
  await refuseUnexpected(site, folder, options)
  await writeCatchUp(site, folder, now)
  const { takenAt } = readManifest<Manifest>(join(folder.backups, newest))
  say(`The catch-up is of now. The newest backup is of ${takenAt}.`)
  // The running one does it at its end.
  if (!isBusy(folder)) sayPruned(await whileBusy(folder, () => prune(folder, now)), say)
  return { isLate: now - Date.parse(takenAt) > lateAfter }
}

function sayPruned({ backups, files }: Pruned, say: (text: string) => void): void {
  say(`Deleted ${backups} old backups, and ${files} files that no backup names any more.`)
}

/**
 * Rows of a table come before those that they refer to, so that a row that is inserted meanwhile refers to nothing that
 * is missing. The highest IDs come last.
 */
function copyOrder({ tables }: Definitions): Table[] {
  return [...tables.filter(isCopied).reverse(), sequences]
}

/** Tells whether a table's rows are in a backup. */
export function isCopied({ name }: Pick<Table, 'name'>): boolean {
  return !passing.includes(name) && !derived.includes(name)
}

export function tableFile(backup: string, name: string): string {
  return join(backup, 'tables', `${name}.jsonl.gz`)
}

async function readValues(kv: KVNamespace): Promise<KeptValue[]> {
  const values: KeptValue[] = []
  let cursor: string | null = null
  for (;;) {
    const page: KVNamespaceListResult<unknown> = await patiently(() => kv.list({ cursor }))
    for (const { name } of page.keys) {
      const value = await patiently(() => kv.get(name, 'arrayBuffer'))
      if (value) values.push({ key: name, value: Buffer.from(value).toString('base64') })
    }
    if (page.list_complete) return values
    cursor = page.cursor
  }
}

function sumOf(tables: Record<string, Content>): number {
  return Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)
}
