import { progressed } from '../programs/watched.ts'
import { patiently } from './patiently.ts'

/** A table whose rows are copied. */
export interface Table {
  name: string
  sql: string
  /** The cells of a line, in order. The row ID comes first, unless a column is an alias of it. */
  columns: Column[]
  /** Columns that order its rows, and so its pages. */
  key: string[]
  /** Tables that its rows refer to, and by which columns. */
  parents: { table: string; from: string; to: string }[]
}

export interface Column {
  name: string
  isBlob: boolean
}

/** The definitions of a database. */
export interface Definitions {
  /** In an order in which each table follows those that it refers to. */
  tables: Table[]
  /** Full-text indexes, whose rows can't be read. */
  virtual: string[]
  indexes: string[]
  triggers: { name: string; sql: string }[]
}

/** SQLite's own table with the highest ID of each table, which prevents that an ID is used twice. */
export const sequences: Table = {
  name: 'sqlite_sequence',
  sql: '',
  key: ['rowid'],
  parents: [],
  columns: [
    { name: 'name', isBlob: false },
    { name: 'seq', isBlob: false },
  ],
}

interface Definition {
  type: string
  name: string
  sql: string
}

/** Runs queries and returns the rows of each. */
export type Ask = (queries: string[]) => Promise<object[][]>

export function askOf(db: D1Database): Ask {
  return async (queries) => {
    if (queries.length === 0) return []
    const answers = await patiently(() => db.batch<object>(queries.map((query) => db.prepare(query))))
    return answers.map(({ results }) => results)
  }
}

/**
 * Reads the definitions of a database, including its migrations' table. `but` are tables of our own, which
 * are left out.
 */
export async function readDefinitions(ask: Ask, but: readonly string[] = []): Promise<Definitions> {
  const [listed, kinds] = (await ask([
    `select type, name, sql from sqlite_master
      where sql is not null and name not like 'sqlite_%' and name not like '_cf_%' order by rowid`,
    `select name, type, wr from pragma_table_list where schema = 'main'`,
  ])) as [Definition[], { name: string; type: string; wr: number }[]]
  const kindOf = new Map(kinds.map((kind) => [kind.name, kind]))
  const all = (type: string) => listed.filter((each) => each.type === type)
  const plain = all('table').filter(({ name }) => kindOf.get(name)?.type === 'table' && !but.includes(name))
  const answers = await ask(
    plain.flatMap(({ name }) =>
      ['table_info', 'foreign_key_list'].map((pragma) => `pragma ${pragma}(${quoted(name)})`),
    ),
  )
  const tables = plain.map(({ name, sql }, index) => {
    const [info, references] = answers.slice(2 * index, 2 * index + 2)
    const hasRowid = kindOf.get(name)?.wr === 0
    return describeTable({ name, sql, hasRowid }, info as ColumnInfo[], references as Table['parents'])
  })
  return {
    tables: parentsFirst(tables),
    virtual: all('table').flatMap(({ name, sql }) => (kindOf.get(name)?.type === 'virtual' ? [sql] : [])),
    indexes: all('index').map(({ sql }) => sql),
    triggers: all('trigger').map(({ name, sql }) => ({ name, sql })),
  }
}

interface ColumnInfo {
  name: string
  type: string
  /** Its place in the primary key, from 1 on. */
  pk: number
}

function describeTable(
  { name, sql, hasRowid }: { name: string; sql: string; hasRowid: boolean },
  found: ColumnInfo[],
  references: Table['parents'],
): Table {
  const columns = found.map((column) => ({ name: column.name, isBlob: /blob/i.test(column.type) }))
  const primary = found.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  const isAlias = primary.length === 1 && /^integer$/i.test(primary[0]?.type ?? '')
  return {
    name,
    sql,
    columns: hasRowid && !isAlias ? [{ name: 'rowid', isBlob: false }, ...columns] : columns,
    key: hasRowid ? ['rowid'] : primary.map((column) => column.name),
    parents: references.map(({ table, from, to }) => ({ table, from, to })),
  }
}

/** Orders tables so that each comes after those that it refers to. */
function parentsFirst(tables: Table[]): Table[] {
  const ordered: Table[] = []
  const place = (table: Table) => {
    if (ordered.includes(table)) return
    for (const { table: parent } of table.parents)
      for (const found of tables.filter(({ name }) => name === parent && name !== table.name)) place(found)
    ordered.push(table)
  }
  for (const table of tables) place(table)
  return ordered
}

/** Returns a name as SQL quotes it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Runs statements in batches. Each batch is one trip, and at D1 a transaction of half a minute at most. */
export async function runInBatches(db: D1Database, statements: string[], atOnce: number): Promise<void> {
  for (let from = 0; from < statements.length; from += atOnce) {
    await db.batch(statements.slice(from, from + atOnce).map((sql) => db.prepare(sql)))
    progressed()
  }
}
