import { join } from 'node:path'
import { namedFiles } from '#db/named-files'
import { progressed } from '../programs/watched.ts'
import { refusalOf } from './catch-up.ts'
import { type Definitions, runInBatches, sequences } from './definitions.ts'
import type { Manifest } from './folder.ts'
import { readWritten, sumLines } from './lines.ts'
import { patiently } from './patiently.ts'
import { readRows, writeRows } from './rows.ts'
import { isCopied, passing, tableFile } from './take.ts'

const searchIndex = 'video_search'
/**
 * The trigger that writes public videos into the index. While it is the only one, setting tags to the same
 * value has no other effect.
 */
const indexTrigger = 'videos_search_update'
/** Videos changed by one statement, which may take half a minute on D1. */
const videosAtOnce = 2000
const whereListed = `exists (select 1 from videos v where v.id = search_backlog.video_id
  and (v.tags = '[]' or exists (select 1 from video_tags t where t.video_id = v.id)))`

/** Turns on maintenance mode in the row of the settings. */
export const closeSite = `update settings set document = json_set(document, '$.maintenanceMode', json('true'))`

/** A restored table: how many rows it had when it was copied, has now, and lost to what changed meanwhile. */
export interface RestoredTable {
  name: string
  rows: number
  restored: number
  leftOut: number
  isEqual: boolean
}

/** Makes the tables, parents first, and fills them. Triggers are made later, so none fires. */
export async function restoreRows(
  db: D1Database,
  own: string,
  definitions: Definitions,
  manifest: Manifest,
): Promise<RestoredTable[]> {
  // In one batch with their triggers: no job begins in between.
  const statements = definitions.tables.flatMap(({ name, sql }) =>
    passing.includes(name) ? [sql, refuseRows(name)] : [sql],
  )
  await runInBatches(db, statements, statements.length)
  const restored: RestoredTable[] = []
  for (const table of definitions.tables.filter(isCopied)) {
    const { name } = table
    const leftOut = await writeRows(
      db,
      table,
      readWritten(join(own, tableFile(name)), manifest.tables[name] ?? {}),
    )
    const content = await sumLines(readRows(db, table))
    const { rows, sha256 } = manifest.tables[name] ?? { rows: 0, sha256: '' }
    const isEqual = content.sha256 === sha256
    if (content.rows !== rows - leftOut || (!isEqual && leftOut === 0))
      throw new Error(`The table ${name} has other rows than were restored into it: run this again.`)
    if (name === 'settings') await db.prepare(closeSite).run()
    restored.push({ name, rows, restored: content.rows, leftOut, isEqual })
  }
  return restored
}

/** Fills the table of the files that videos name. The triggers that maintain it are made later. */
export async function nameFiles(db: D1Database): Promise<void> {
  const last = (await db.prepare('select max(id) as id from videos').first<number>('id')) ?? 0
  for (let from = 0; from < last; from += videosAtOnce)
    await db
      .prepare(
        `insert into video_files (object_key, place, video_id) select object_key, place, video_id from (${namedFiles})
          where video_id > ? and video_id <= ?`,
      )
      .bind(from, from + videosAtOnce)
      .run()
      .then(progressed)
}

/** Makes the search index, then the indexes, then the other triggers, as the migrations left them. */
export async function finishDefinitions(
  db: D1Database,
  { virtual, indexes, triggers }: Definitions,
): Promise<void> {
  await runInBatches(db, [...virtual, ...indexes], 20)
  const ofIndex = triggers.find(({ name }) => name === indexTrigger)
  if (ofIndex && virtual.some((sql) => sql.includes(searchIndex))) {
    await db.prepare(ofIndex.sql).run()
    const backlog = 'select coalesce(max(id), 0) as id from search_backlog'
    const before = await db.prepare(backlog).first<number>('id')
    const last = (await db.prepare('select max(id) as id from videos').first<number>('id')) ?? 0
    for (let from = 0; from < last; from += videosAtOnce)
      await db
        .prepare('update videos set tags = tags where id > ? and id <= ?')
        .bind(from, from + videosAtOnce)
        .run()
        .then(progressed)
    // The trigger also notes every video as not yet listed under its tags and learnt. For most that isn't so;
    // it is for those published while the backup was made.
    await db.prepare(`delete from search_backlog where id > ? and ${whereListed}`).bind(before).run()
  }
  const others = triggers.filter(({ name }) => name !== ofIndex?.name)
  await runInBatches(
    db,
    others.map(({ sql }) => sql),
    100,
  )
}

/** Restores the highest ID of each table, so that no ID is used twice, not even that of a deleted row. */
export async function restoreSequences(db: D1Database, own: string, { tables }: Manifest): Promise<void> {
  const lines: string[] = []
  const { name } = sequences
  for await (const line of readWritten(join(own, tableFile(name)), tables[name] ?? {})) lines.push(line)
  const insert = `insert into ${name} (name, seq) select value ->> 0, value ->> 1 from json_each(?)`
  await patiently(() =>
    db.batch([db.prepare(`delete from ${name}`), db.prepare(insert).bind(`[${lines.join(',')}]`)]),
  )
}

/** Returns the statement that keeps rows out of a table, so that no job begins. */
export function refuseRows(table: string): string {
  return `create trigger if not exists ${refusalOf(table)} before insert on ${table}
    begin select raise(abort, 'a backup is being restored'); end`
}
