import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { schemaLines, schemaQuery } from '#db/schema-lines'
import expected from '../../../db/expected-schema.txt?raw'

it('is what the committed list says', async () => {
  const { results } = await env.DB.prepare(schemaQuery).all<{ type: string; name: string; sql: string }>()
  // After a deliberate change, update the list: npm run db:baseline.
  expect(schemaLines(results)).toBe(expected)
})
