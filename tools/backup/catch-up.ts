import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { askOf, type Column, quoted, readDefinitions, sequences } from './definitions.ts'
import { type CatchUpManifest, type Folder, idAt, manifestFile, writeWhole } from './folder.ts'
import { writeLines } from './lines.ts'
import type { Stores } from './open-site.ts'
import { sealed } from './proof/seal.ts'
import { type Readable, readRows } from './rows.ts'

/**
 * A catch-up: the erasures, removals, blocks and bans that a restored site has to repeat. It is the whole
 * state of the site's moderation, and so independent of any backup. It has no name, address or text of an
 * erased account, which is an ID here as in the database.
 */

/** Tables that are replaced as a whole: cases and blocked hashes. */
export const caseTables = ['removals', 'removal_hashes', 'blocked_hashes', 'removal_requests', 'reports']

interface State {
  /** The first column is the key. */
  columns: string[]
  /** The type that the table's own key has: with another one, every lookup would read all rows. */
  keyType: 'integer' | 'text'
  from: string
}

/** Columns kept of other tables, to compare them with the restored rows. */
export const states: Record<string, State> = {
  users: {
    columns: [
      'id',
      'is_admin',
      'staff',
      'ban_reason',
      'ban_until',
      'delete_at',
      'deleting_at',
      'token_version',
    ],
    keyType: 'integer',
    // An account without a row here has no role, no ban and none of the other states.
    from: `(select * from users where is_admin = 1 or staff is not null or ban_reason is not null
      or delete_at is not null or deleting_at is not null or token_version > 0)`,
  },
  sessions: { columns: ['id'], keyType: 'text', from: 'sessions' },
  newsletter_subscribers: { columns: ['id'], keyType: 'integer', from: 'newsletter_subscribers' },
  // Unsent emails: a restored one that isn't among them was sent since.
  mail_outbox: {
    columns: ['id'],
    keyType: 'integer',
    from: '(select id from mail_outbox where next_attempt_at is not null)',
  },
  videos: {
    columns: [
      'id',
      'hold',
      'trashed_at',
      'is_public',
      'unlisted_key',
      'publish_at',
      'review',
      'waiting_since',
      'public_before',
      'reason',
    ],
    keyType: 'integer',
    from: 'videos',
  },
  comments: {
    columns: ['id', 'state', 'held_for', 'removed_by', 'reason'],
    keyType: 'integer',
    from: 'comments',
  },
  lists: { columns: ['id', 'link_key', 'closed_at'], keyType: 'integer', from: 'lists' },
  tags: {
    columns: ['slug', 'name', 'name_folded', 'created_at', 'blocked_at', 'merged_into'],
    keyType: 'text',
    from: '(select * from tags where blocked_at is not null)',
  },
  sequences: { columns: ['name', 'seq'], keyType: 'text', from: sequences.name },
}

/** Writes the catch-up of the site as it is now. Reads few columns and no files. */
export async function writeCatchUp(
  { name: site, db }: Stores,
  folder: Folder,
  now: number,
  key: string,
): Promise<CatchUpManifest> {
  const id = idAt(now)
  const own = join(folder.catchUps, id)
  mkdirSync(own)
  const files: CatchUpManifest['files'] = {}
  const parts: CatchUpManifest['parts'] = {}
  const add = async (name: string, readable: Readable) => {
    const { content, sum } = await writeLines(join(own, fileOf(name)), readRows(db, readable))
    parts[name] = { columns: readable.columns.map((column) => column.name), content }
    files[fileOf(name)] = sum
  }
  const { tables } = await readDefinitions(askOf(db))
  for (const table of tables.filter(({ name }) => caseTables.includes(name)))
    await add(stateOf(table.name), table)
  for (const [name, { columns, from }] of Object.entries(states))
    await add(stateOf(name), { name, from, columns: columns.map(column), key: [columns[0] ?? ''] })
  const takenAt = new Date(now).toISOString()
  const manifest: CatchUpManifest = { format: 2, kind: 'catch-up', id, site, takenAt, files, parts }
  writeWhole(join(own, manifestFile), sealed(manifest, key))
  return manifest
}

/** Returns the name of a part, and of the table that the part is written into for comparison. */
export function stateOf(name: string): string {
  return `restore_${name}`
}

/** Name of the table that marks a restore as begun and not ended. Its row names the backup. */
export const mark = 'restore_mark'
/**
 * Returns the name of the trigger that refuses every row of a table, so that no job works on a half-restored
 * site.
 */
export const refusalOf = (table: string) => `restore_refuses_${table}`
/** Our own tables, which exist only while a site is restored. */
export const helperTables = [...caseTables, ...Object.keys(states)].map(stateOf)

export function fileOf(name: string): string {
  return `${name}.jsonl.gz`
}

export function column(name: string): Column {
  return { name, isBlob: false }
}

/**
 * Returns the statements that make an empty helper table. States are looked up by their first column. Columns
 * that an older version didn't keep are empty.
 */
export function makeHelper(table: string, kept: string[]): string[] {
  const { keyType, columns = [] } = states[table] ?? {}
  const [key, ...others] = [...new Set([...kept, ...columns])].map(quoted)
  const own = stateOf(table)
  const definition =
    keyType === undefined
      ? `(${[key, ...others].join(', ')})`
      : `(${[`${key} ${keyType} primary key`, ...others].join(', ')}) without rowid`
  return [`drop table if exists ${own}`, `create table ${own} ${definition}`]
}
