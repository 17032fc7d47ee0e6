import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { schemaLines, schemaQuery } from '../db/schema-lines.ts'

/**
 * `npm run db:schema`: writes the schema that the migrations produce, for the test and the deploy to compare
 * with.
 */
const db = new DatabaseSync(':memory:')
for (const file of globSync('migrations/*.sql').sort()) db.exec(readFileSync(file, 'utf8'))
const rows = db.prepare(schemaQuery).all() as { type: string; name: string; sql: string }[]
writeFileSync('db/expected-schema.txt', schemaLines(rows))
