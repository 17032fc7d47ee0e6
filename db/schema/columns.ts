import { integer } from 'drizzle-orm/sqlite-core'

/** Milliseconds since 1970, written by the code from ctx.now: no clock runs in SQL. */
export function time(name: string) {
  return integer(name)
}

export function flag(name: string) {
  return integer(name, { mode: 'boolean' })
}
