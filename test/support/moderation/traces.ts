import { is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as schema from '#db/schema'

/** Values that would reveal in the database that an account existed. */
export interface Marks {
  /** Anywhere in a text: the account searched for has its username in every name and address. */
  names: readonly string[]
  /** IDs of the account, its videos and its files: as a number, or as a whole word in a text. */
  ids: readonly (number | string)[]
}

/**
 * Raises the IDs of accounts and videos to numbers that nothing else has. Tasks that go through IDs in slices
 * count up to them.
 */
export async function raiseIds(d1: D1Database): Promise<void> {
  await d1.batch([
    d1.prepare(`insert into users (id, username, username_canonical, username_skeleton, email, email_canonical,
      password_hash, created_at) values (7300000, '-', '-', '-', '-', '-', '', 0)`),
    d1.prepare(`insert into videos (id, user_id, title, title_folded, category_id, created_at)
      values (8300000, 7300000, '-', '-', 1, 0)`),
  ])
}

/** Returns everything that identifies an account now. */
export async function marksOf(
  d1: D1Database,
  { id, username }: { id: number; username: string },
): Promise<Marks> {
  const { results } = await d1
    .prepare(
      `select id from videos where user_id = ?1 union all select key from media_objects where owner_id = ?1
       union all select id from uploads where user_id = ?1 union all select object_key from uploads where user_id = ?1
       union all select id from imports where user_id = ?1`,
    )
    .bind(id)
    .all<{ id: number | string }>()
  return { names: [username], ids: [id, ...results.map((row) => row.id)] }
}

export function tableNames(): string[] {
  return Object.values(schema).flatMap((each) => (is(each, SQLiteTable) ? [getTableConfig(each).name] : []))
}

export interface Traces {
  /** `table.column` of each name found. */
  named: string[]
  /** `table.column` of each ID found. */
  numbered: string[]
}

/** Finds marks in every column of every table of the database. */
export async function tracesOf(d1: D1Database, marks: Marks): Promise<Traces> {
  const tables = await d1
    .prepare(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '_cf_%'
        and name not like 'd1_%'`,
    )
    .all<{ name: string }>()
  const [named, numbered] = [new Set<string>(), new Set<string>()]
  const names = marks.names.map((name) => name.toLowerCase())
  const ids = new Set(marks.ids.map(String))
  const contents = await d1.batch<Record<string, unknown>>(
    tables.results.map(({ name }) => d1.prepare(`select * from "${name}"`)),
  )
  for (const [index, { name }] of tables.results.entries()) {
    const { results } = contents[index] ?? { results: [] }
    for (const [column, value] of results.flatMap((row) => Object.entries(row))) {
      const text = String(value)
      if (names.some((each) => text.toLowerCase().includes(each))) named.add(`${name}.${column}`)
      // An R2 key contains slashes.
      if ([text, ...text.split(/[^\w/]+/)].some((word) => ids.has(word))) numbered.add(`${name}.${column}`)
    }
  }
  return { named: [...named].sort(), numbered: [...numbered].sort() }
}
