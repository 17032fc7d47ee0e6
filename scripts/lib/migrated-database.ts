import { globSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Returns the database of an empty site, as the migrations leave it. */
export function migratedDatabase(): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  for (const file of globSync('migrations/*.sql').sort()) db.exec(readFileSync(file, 'utf8'))
  return db
}

/** D1 takes several statements at once, of 100 kB together. */
const scriptLength = 50_000

/**
 * Returns scripts that make that database at once: most of the time that the migrations take goes into what later ones
 * change again.
 */
export function emptySiteScripts(): string[] {
  const db = migratedDatabase()
  const all = <Row>(sql: string) => db.prepare(sql).all() as Row[]
  // SQLite makes the tables that a virtual one keeps its own rows in.
  const tables = all<{ name: string; sql: string; kind: 'table' | 'virtual'; isWithoutRowid: number }>(
    `select name, sql, pragma_table_list.type as kind, wr as isWithoutRowid
      from sqlite_master join pragma_table_list using (name)
      where schema = 'main' and kind in ('table', 'virtual') and name not like 'sqlite_%'
      order by sqlite_master.rowid`,
  )
  const rows = tables.flatMap(({ name, kind, isWithoutRowid }) => {
    const columns = all<{ name: string }>(`pragma table_info("${name}")`)
    const values = columns.map((column) => `quote("${column.name}")`).join(` || ', ' || `)
    const order = isWithoutRowid ? '' : 'order by rowid'
    const inserts = all<{ sql: string }>(
      `select 'insert into "${name}" values (' || ${values} || ')' as sql from "${name}" ${order}`,
    )
    if (kind === 'virtual' && inserts.length > 0)
      throw new Error(`${name} is virtual, so its rows can't be copied`)
    return inserts
  })
  // Triggers come last: what they would add is among the rows.
  const others = all<{ sql: string }>(
    `select sql from sqlite_master where type in ('index', 'trigger') and sql is not null order by type, rowid`,
  )
  const scripts: string[] = []
  for (const { sql } of [...tables, ...rows, ...others]) {
    const last = scripts.at(-1)
    if (last === undefined || last.length + sql.length > scriptLength) scripts.push(sql)
    else scripts[scripts.length - 1] = `${last};\n${sql}`
  }
  return scripts
}
