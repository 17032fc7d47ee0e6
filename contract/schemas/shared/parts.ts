import * as z from 'zod'

/** ISO 8601, in UTC. */
export const time = z.string()
export const account = z.object({ id: z.number().int(), username: z.string() })
