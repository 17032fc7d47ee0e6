import * as drizzle from 'drizzle-orm'
import * as d1 from 'drizzle-orm/d1'
import * as sqlite from 'drizzle-orm/sqlite-core'
import * as hono from 'hono'
import * as jose from 'jose'
import * as mediabunny from 'mediabunny'
import * as zod from 'zod'

/** Imports our large packages whole, as they are published. start-up.ts compares the start of our worker with its start. */
export default {
  fetch: () => {
    const packages = [drizzle, d1, sqlite, hono, jose, mediabunny, zod]
    return new Response(String(packages.flatMap(Object.keys).length))
  },
}
