import type { DatabaseSync } from 'node:sqlite'

interface Column {
  name: string
  type: string
  notnull: number
  pk: number
}

/**
 * Values that a check, or the product's own code, requires. Others are made up by type: a number, or a text
 * that names its column.
 */
const given: Record<string, string> = {
  // Otherwise a job would work on the row, or the public wouldn't see it.
  'users.deleting_at': 'null',
  'users.delete_at': 'null',
  'users.ban_reason': 'null',
  'users.ban_until': 'null',
  'users.digest_kinds': `'[]'`,
  'users.staff': `'moderator'`,
  'media_objects.pending_deletion_since': 'null',
  'uploads.status': `'used'`,
  'videos.status': `'ready'`,
  'videos.review': `'approved'`,
  'videos.is_public': '1',
  'videos.hold': 'null',
  'videos.tags': `'[]'`,
  'videos.publish_at': 'null',
  'comments.state': `'shown'`,
  'comments.is_pinned': '0',
  'videos.open_reports': '0',
  'storage_scans.finished_at': '1',
  'payments.verified_by': `'admin'`,
  'payments.amount_minor': '999',
  'entitlement_events.kind': `'hold'`,
  'gift_events.kind': `'grant'`,
  // Values that are easily lost in a copy: digits, characters, bytes.
  'storage_scans.bytes': '9007199254740993',
  'videos.duration': '0.1',
  'videos.description': `'Ünïcode 🌙 “' || char(8232) || '”' || char(0) || char(10) || ''', null, {"b":"00"}'`,
  'videos.title_folded': `'moonlit'`,
  'settings.document': `'{"siteName":"Ünïcode"}'`,
  'site_logos.bytes': `x'00ff27220a80'`,
}

/**
 * Returns statements that put two rows into every table of a database: one with a value in each column, and
 * one with as few values as possible. Triggers must be off.
 */
export function rowsOfEveryTable(db: DatabaseSync): string[] {
  const tables = namesOf(db)
  const columnsOf = new Map(tables.map((name) => [name, all<Column>(db, `pragma table_info("${name}")`)]))
  const parentOf = new Map(
    tables.flatMap((name) =>
      all<{ table: string; from: string; to: string }>(db, `pragma foreign_key_list("${name}")`).map(
        ({ table, from, to }) => [`${name}.${from}`, { table, column: to }] as const,
      ),
    ),
  )
  const value = (table: string, { name, type }: Pick<Column, 'name' | 'type'>, row: number): string => {
    const fixed = given[`${table}.${name}`]
    if (fixed !== undefined) return fixed
    const parent = parentOf.get(`${table}.${name}`)
    const key = parent && columnsOf.get(parent.table)?.find((column) => column.name === parent.column)
    if (parent && key) return value(parent.table, key, row)
    if (/int/i.test(type)) return String(700 + row)
    if (/real/i.test(type)) return `${row}.25`
    return /blob/i.test(type) ? `x'0${row}'` : `'${name} ${row} of ${parent ? '' : table}'`
  }
  const ordered = parentsFirst(tables, (name) =>
    [...parentOf].flatMap(([from, { table }]) => (from.startsWith(`${name}.`) ? [table] : [])),
  )
  return ordered.flatMap((table) =>
    [1, 2].map((row) => {
      const columns = (columnsOf.get(table) ?? []).filter(
        ({ notnull, pk, name }) => row === 1 || notnull > 0 || pk > 0 || `${table}.${name}` in given,
      )
      const names = columns.map(({ name }) => `"${name}"`).join(', ')
      return `insert into "${table}" (${names}) values (${columns.map((column) => value(table, column, row)).join(', ')})`
    }),
  )
}

/** Returns the names of a database's own tables. */
export function namesOf(db: DatabaseSync): string[] {
  return all<{ name: string }>(
    db,
    `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%' order by name`,
  ).map(({ name }) => name)
}

/** Runs statements without the triggers of a database, which are then restored. */
export function withoutTriggers(db: DatabaseSync, statements: readonly string[]): string[] {
  const triggers = all<{ name: string; sql: string }>(
    db,
    `select name, sql from sqlite_master where type = 'trigger'`,
  )
  return [
    ...triggers.map(({ name }) => `drop trigger "${name}"`),
    ...statements,
    ...triggers.map(({ sql }) => sql),
  ]
}

export function all<Row>(db: DatabaseSync, sql: string): Row[] {
  return db.prepare(sql).all() as Row[]
}

function parentsFirst(names: string[], parentsOf: (name: string) => string[]): string[] {
  const ordered = new Set<string>()
  const place = (name: string) => {
    for (const parent of parentsOf(name)) if (parent !== name && !ordered.has(parent)) place(parent)
    ordered.add(name)
  }
  for (const name of names) place(name)
  return [...ordered]
}
