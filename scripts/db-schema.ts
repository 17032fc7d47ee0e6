import { writeFileSync } from 'node:fs'
import { schemaLines, schemaQuery } from '../db/schema-lines.ts'
import { migratedDatabase } from './lib/migrated-database.ts'

/**
 * `npm run db:schema`: writes the schema that the migrations produce, for the test and the deploy to compare
 * with.
 */
const rows = migratedDatabase().prepare(schemaQuery).all() as { type: string; name: string; sql: string }[]
writeFileSync('db/expected-schema.txt', schemaLines(rows))
