import { hour } from '../../../../contract/values/shared/time'
import type { StoredObject } from '../../../storage/media-store'

/** A row about an object. */
export interface Noted {
  key: string
  bytes: number
  createdAt: number
  doomedAt: number | null
}

/** What a row said of an object's size, and what R2 says. */
export interface Resized {
  key: string
  noted: number
  stored: number
}

export interface Comparison {
  /** Objects of the part that was compared. */
  objects: StoredObject[]
  /** Of these, without a row. */
  orphans: StoredObject[]
  /** Rows without their object. */
  missing: Noted[]
  /** Rows whose object has another size. */
  resized: Resized[]
  /** Up to here both sides are known; null: to their end. */
  upTo: string | null
}

/** A row is written before or after its object, by a minute at most. */
const youngMs = hour

/**
 * Compares a page of objects with a page of rows that begin at the same key. Each holds `pageSize` unless it is the last,
 * so that beyond the shorter one's end nothing can be said yet. Rows are read after the objects.
 */
export function comparePages(
  listed: StoredObject[],
  noted: Noted[],
  pageSize: number,
  now: number,
): Comparison {
  const ends = [listed, noted].flatMap((page) => (page.length === pageSize ? (page.at(-1)?.key ?? []) : []))
  const [upTo = null] = ends.sort()
  const isKnown = ({ key }: { key: string }) => upTo === null || key <= upTo
  const objects = listed.filter(isKnown)
  const rows = noted.filter(isKnown)
  const kept = rows.filter(({ doomedAt }) => doomedAt === null)
  const sizes = new Map(objects.map(({ key, bytes }) => [key, bytes]))
  const keys = new Set(rows.map(({ key }) => key))
  return {
    objects,
    orphans: objects.filter(({ key }) => !keys.has(key)),
    missing: kept.filter(({ key, createdAt }) => !sizes.has(key) && createdAt <= now - youngMs),
    resized: kept.flatMap(({ key, bytes: noted }) => {
      const stored = sizes.get(key)
      return stored === undefined || stored === noted ? [] : [{ key, noted, stored }]
    }),
    upTo,
  }
}
