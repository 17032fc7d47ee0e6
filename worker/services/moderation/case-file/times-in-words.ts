import { isoTime } from '../../shared/time'

/**
 * The same with every time in ISO 8601: they are milliseconds in fields named `at`, `…At`, `…Until` or `…Since`.
 * Whoever reads the file knows nothing of our database.
 */
export function timesInWords(value: unknown, name = ''): unknown {
  if (typeof value === 'number' && /^at$|(At|Until|Since)$/.test(name)) return isoTime(value)
  if (Array.isArray(value)) return value.map((item) => timesInWords(item))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, timesInWords(item, key)]))
}
