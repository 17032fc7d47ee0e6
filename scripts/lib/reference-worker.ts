import * as drizzle from 'drizzle-orm'
import * as d1 from 'drizzle-orm/d1'
import * as sqlite from 'drizzle-orm/sqlite-core'
import * as hono from 'hono'
import * as jose from 'jose'
import * as mediabunny from 'mediabunny'
import * as zod from 'zod'

/** The worker's large packages, whole and as they are published: what start-up.ts compares the start of ours with. */
export default {
  fetch: () => {
    const packages = [drizzle, d1, sqlite, hono, jose, mediabunny, zod]
    return new Response(String(packages.flatMap(Object.keys).length))
  },
}
