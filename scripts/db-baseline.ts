import { mkdirSync, writeFileSync } from 'node:fs'
import { schemaLines, schemaQuery } from '#db/schema-lines'
import { baselineFiles } from '#tools/database/baseline'
import { migratedDatabase } from '#tools/database/migrations'
import { runScript } from '#tools/programs/process'

/**
 * `npm run db:baseline`: after a change of db/schema/, writes the tables and indexes of the migrations, and the list of
 * definitions that the tests and a deployment compare a database with.
 */
runScript(async () => {
  mkdirSync('migrations/meta', { recursive: true })
  for (const [path, text] of await baselineFiles()) writeFileSync(path, text)
  const rows = migratedDatabase().prepare(schemaQuery).all() as { type: string; name: string; sql: string }[]
  writeFileSync('db/expected-schema.txt', schemaLines(rows))
})
