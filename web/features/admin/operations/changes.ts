import type { AuditEntry } from '#contract/schemas/site/operations'
import { formatBytes } from '#contract/values/shared/bytes'
import { formatTime } from '#web/lib/format'

export interface Change {
  name: string
  /** Null where no earlier value was recorded. */
  before: string | null
  after: string | null
}

const none = 'none'
const isoTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/**
 * Returns an entry's changed fields, before and after, and its other details. Unchanged fields are left out.
 */
export function changesOf(details: AuditEntry['details']): Change[] {
  if (!details) return []
  const { before, after, ...others } = details
  const old = fieldsOf(before)
  const now = fieldsOf(after)
  const words = (fields: Record<string, unknown>, whole: unknown, name: string) => {
    if (name in fields) return valueWords(fields[name], name)
    return whole === null ? none : null
  }
  const changed = [...new Set([...Object.keys(old), ...Object.keys(now)])].map((name) => ({
    name: fieldWords(name),
    before: words(old, before, name),
    after: words(now, after, name),
  }))
  const noted = Object.entries(others).map(([name, value]) => ({
    name: fieldWords(name),
    before: null,
    after: valueWords(value, name),
  }))
  return [...changed.filter((change) => change.before !== change.after), ...noted]
}

/** Returns a value's fields. A value that isn't an object is its own only field; a missing one has none. */
function fieldsOf(value: unknown): Record<string, unknown> {
  if (value === undefined || value === null) return {}
  return isRecord(value) ? value : { value }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns `is public` for `isPublic`, and `ban until` for `ban_until`. */
function fieldWords(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
}

/** Formats a value. Times and sizes are stored as numbers, so the field's name tells them apart. */
function valueWords(value: unknown, name: string): string {
  if (value === null || value === '') return none
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && /(At|Until)$/.test(name)) return formatTime(new Date(value).toISOString())
  if (typeof value === 'number' && /Bytes$/.test(name)) return formatBytes(value)
  if (Array.isArray(value)) {
    return value.length === 0 ? none : value.map((each) => valueWords(each, name)).join(', ')
  }
  if (isRecord(value)) {
    return Object.entries(value)
      .map(([each, inner]) => `${fieldWords(each)}: ${valueWords(inner, each)}`)
      .join(', ')
  }
  if (typeof value === 'string' && isoTime.test(value)) return formatTime(value)
  return String(value)
}
