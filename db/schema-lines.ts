/** What stands in a database, for comparing with db/expected-schema.txt. */
export const schemaQuery = `select type, name, sql from sqlite_master
  where sql is not null and name not like 'sqlite_%' and name not like '_cf_%' and name <> 'd1_migrations'
  order by type, name`

/**
 * One line for each table, index and trigger. The definition of tables is left to the migrations; that of indices and
 * triggers is compared, since a rebuilt table loses them without an error.
 */
export function schemaLines(rows: { type: string; name: string; sql: string }[]): string {
  const lines = rows.map(({ type, name, sql }) =>
    type === 'table' ? `table ${name}` : `${type} ${name}: ${sql.replace(/[`"]/g, '').replace(/\s+/g, ' ')}`,
  )
  return `${lines.join('\n')}\n`
}
