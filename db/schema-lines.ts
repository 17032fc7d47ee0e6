/** Lists a database's definitions, for comparing with db/expected-schema.txt. */
export const schemaQuery = `select type, name, sql from sqlite_master
  where sql is not null and name not like 'sqlite_%' and name not like '_cf_%' and name <> 'd1_migrations'
  order by type, name`

/**
 * Returns a line for each table, index and trigger. Tables' definitions are left to the migrations; those of
 * indices and triggers are compared, since rebuilding a table loses them without an error.
 */
export function schemaLines(rows: { type: string; name: string; sql: string }[]): string {
  const lines = rows.map(({ type, name, sql }) =>
    type === 'table' ? `table ${name}` : `${type} ${name}: ${sql.replace(/[`"]/g, '').replace(/\s+/g, ' ')}`,
  )
  return `${lines.join('\n')}\n`
}
