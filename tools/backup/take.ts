import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { day } from '#contract/values/shared/time'
import { writeCatchUp } from './catch-up.ts'
import { copyObjects } from './copy-media.ts'
import { askOf, type Definitions, readDefinitions, sequences, type Table } from './definitions.ts'
import { type Expected, newestOf, refuseUnexpected } from './expected.ts'
import { folderAt, idAt, type Manifest, manifestFile, objectsFile, wholeIn, writeWhole } from './folder.ts'
import { type Content, writeLines } from './lines.ts'
import { isLocked, whileLocked } from './lock.ts'
import type { Stores } from './open-site.ts'
import { patiently } from './patiently.ts'
import { compareDefinitions, migrationsTable } from './proof/own-definitions.ts'
import { sealed } from './proof/seal.ts'
import { writeSummed } from './proof/sums.ts'
import { deletePartial, type Pruned, prune } from './prune.ts'
import { readRows } from './rows.ts'
import type { Secret } from './secrets.ts'

export const definitionsFile = 'definitions.json'
export const valuesFile = 'kv.json'

/** Tables that aren't copied: the current and last runs of tasks mean nothing later. */
export const passing = ['leases', 'cron_runs']

/**
 * Tables derived from others, which a restore fills again. A copy made while the site is in use might not
 * agree with the others.
 */
export const derived = ['video_files']

/** With an older backup, deleted rows or files may be in a backup for more than 30 days. */
const lateAfter = 2 * day

/** A value in KV, in base64. */
export interface KeptValue {
  key: string
  value: string
}

interface Options extends Expected {
  secrets: Secret[]
  /** The key of seals. */
  key: string
  now: number
  say(text: string): void
}

/**
 * Copies a site into a folder, whose lock the caller holds. Rows come before files, so that each file that a
 * row names was copied or deleted since. The catch-up comes after both, and includes those deletions. A kill
 * at any time leaves earlier backups unchanged.
 */
export async function backUp(site: Stores, path: string, options: Options): Promise<Manifest> {
  const folder = folderAt(path)
  const { secrets, key, now, say } = options
  await refuseUnexpected(site, folder, options)
  for (const each of [folder.backups, folder.catchUps, folder.media])
    mkdirSync(each, { recursive: true, mode: 0o700 })
  deletePartial(folder)
  const id = idAt(now)
  const own = join(folder.backups, id)
  mkdirSync(own)
  mkdirSync(join(own, 'tables'))

  const definitions = await readDefinitions(askOf(site.db))
  if (definitions.tables.length === 0) throw new Error('The database is empty: there is nothing to back up.')
  await sayDifference(site.db, definitions, say)
  const files: Manifest['files'] = {}
  files[definitionsFile] = writeSummed(join(own, definitionsFile), JSON.stringify(definitions, null, 2))
  const tables: Record<string, Content> = {}
  for (const table of copyOrder(definitions)) {
    const file = tableFile(table.name)
    const { content, sum } = await writeLines(join(own, file), readRows(site.db, table))
    tables[table.name] = content
    files[file] = sum
  }
  say(`Copied ${sumOf(tables)} rows of ${Object.keys(tables).length} tables.`)

  const whole = wholeIn(folder.backups)
  // The newest whole backup, and any killed runs since, with the files they had fetched.
  const earlier = readdirSync(folder.backups)
    .filter((each) => each !== id && (each === whole.at(-1) || !whole.includes(each)))
    .map((each) => join(folder.backups, each, objectsFile))
    .filter((file) => existsSync(file))
  const list = join(own, objectsFile)
  const { count, bytes, fetched, sum } = await copyObjects(site.media, folder, { earlier, list, key })
  files[objectsFile] = sum
  say(`Copied ${count} files (${bytes} bytes); ${fetched} of them were fetched, the others kept already.`)

  const values = await readValues(site.kv)
  files[valuesFile] = writeSummed(join(own, valuesFile), JSON.stringify(values))
  await refuseUnexpected(site, folder, options)
  await writeCatchUp(site, folder, Date.now(), key)
  const manifest: Manifest = {
    format: 2,
    kind: 'backup',
    id,
    site: site.name,
    takenAt: new Date(now).toISOString(),
    files,
    tables,
    objects: { count, bytes },
    kv: values.length,
    secrets,
  }
  writeWhole(join(own, manifestFile), sealed(manifest, key))
  sayPruned(await prune(folder, now), say)
  return manifest
}

/** Says early that no restore will take this backup, while the site is there to be mended. */
async function sayDifference(db: D1Database, definitions: Definitions, say: Options['say']): Promise<void> {
  const isNoted = definitions.tables.some(({ name }) => name === migrationsTable)
  const [applied = []] = await askOf(db)(isNoted ? [`select name from ${migrationsTable}`] : [])
  const { difference } = await compareDefinitions(
    definitions,
    (applied as { name: string }[]).map(({ name }) => name),
  )
  if (difference) say(`The site ${difference}. Until that is mended, a restore will refuse its backups.`)
}

/**
 * Only writes the catch-up. Takes seconds, so it can run every hour, also beside a backup. Tells whether a
 * backup is overdue; then it prunes, as no backup does.
 */
export async function refreshCatchUp(
  site: Stores,
  path: string,
  options: Omit<Options, 'secrets'>,
): Promise<{ isLate: boolean }> {
  const { key, now, say } = options
  const folder = folderAt(path)
  const newest = newestOf<Manifest>(folder.backups, 'backup', key)
  if (newest === null) throw new Error(`${path} has no backup yet: run this without --only-catch-up first.`)
  await refuseUnexpected(site, folder, options)
  await writeCatchUp(site, folder, now, key)
  const { takenAt } = newest.manifest
  say(`The catch-up is of now. The newest backup is of ${takenAt}.`)
  // A time that is none counts as late.
  const isLate = !(now - Date.parse(takenAt) <= lateAfter)
  if (isLate && !isLocked(path)) sayPruned(await whileLocked(path, () => prune(folder, now)), say)
  return { isLate }
}

function sayPruned({ backups, files }: Pruned, say: (text: string) => void): void {
  say(`Deleted ${backups} old backups, and ${files} files that no backup names any more.`)
}

/**
 * Returns the tables in the order of copying: each before those that its rows refer to. So a row inserted
 * meanwhile never lacks its parent. The highest IDs come last.
 */
function copyOrder({ tables }: Definitions): Table[] {
  return [...tables.filter(isCopied).reverse(), sequences]
}

/** Tells whether a table's rows are in a backup. */
export function isCopied({ name }: Pick<Table, 'name'>): boolean {
  return !passing.includes(name) && !derived.includes(name)
}

/** Returns the path of a table's rows within a backup. */
export function tableFile(name: string): string {
  return `tables/${name}.jsonl.gz`
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
