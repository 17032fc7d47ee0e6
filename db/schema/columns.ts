import { customType, integer } from 'drizzle-orm/sqlite-core'

/** Milliseconds since 1970, written by the code from ctx.now: no clock runs in SQL. */
export function time(name: string) {
  return integer(name)
}

export function flag(name: string) {
  return integer(name, { mode: 'boolean' })
}

/** JSON of an earlier version, or edited by hand: `read` makes it whole, and is given undefined for what isn't JSON. */
export function tolerantJson<Value>(name: string, read: (stored: unknown) => Value) {
  const type = customType<{ data: Value; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (text) => read(parsed(text)),
  })
  return type(name)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
