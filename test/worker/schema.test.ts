import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import expected from '../../db/expected-schema.txt?raw'

/**
 * One line for each table, index and trigger of a migrated database. The definition of tables is left to the
 * migrations; that of indices and triggers is compared, since a rebuilt table loses them without an error.
 */
async function currentSchema(): Promise<string> {
  const { results } = await env.DB.prepare(
    `select type, name, sql from sqlite_master
     where sql is not null and name not like 'sqlite_%' and name not like '_cf_%' and name <> 'd1_migrations'
     order by type, name`,
  ).all<{ type: string; name: string; sql: string }>()
  const lines = results.map(({ type, name, sql }) =>
    type === 'table' ? `table ${name}` : `${type} ${name}: ${sql.replace(/[`"]/g, '').replace(/\s+/g, ' ')}`,
  )
  return `${lines.join('\n')}\n`
}

it('is what the committed list says', async () => {
  const current = await currentSchema()
  // A migration that means to change it brings the list along: the text to commit is printed here.
  expect(current, `db/expected-schema.txt should be:\n${current}`).toBe(expected)
})
