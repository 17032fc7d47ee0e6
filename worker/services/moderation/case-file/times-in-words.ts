import { isoTime } from '../../shared/time'

/**
 * Returns `value` with ISO 8601 times, for readers who don't know our database: milliseconds in fields named
 * `at`, `…At`, `…Until` or `…Since`.
 */
export function timesInWords(value: unknown, name = ''): unknown {
  if (typeof value === 'number' && /^at$|(At|Until|Since)$/.test(name)) return isoTime(value)
  if (Array.isArray(value)) return value.map((item) => timesInWords(item))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, timesInWords(item, key)]))
}
