import { integer } from 'drizzle-orm/sqlite-core'

/** Declares a column of milliseconds since 1970, written by the code from ctx.now: SQL reads no clock. */
export function time(name: string) {
  return integer(name)
}

export function flag(name: string) {
  return integer(name, { mode: 'boolean' })
}
