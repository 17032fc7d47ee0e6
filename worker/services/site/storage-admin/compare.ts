import { hour } from '#contract/values/shared/time'
import type { StoredObject } from '#worker/storage/media-store'

/** A row that describes an object. */
export interface Noted {
  key: string
  bytes: number
  createdAt: number
  pendingDeletionSince: number | null
}

/** An object's size by its row, and by R2. */
export interface Resized {
  key: string
  noted: number
  stored: number
}

export interface Comparison {
  /** Objects in the compared range. */
  objects: StoredObject[]
  /** Objects without a row. */
  orphans: StoredObject[]
  /** Rows without an object. */
  missing: Noted[]
  /** Rows whose object has a different size. */
  resized: Resized[]
  /** Both sides are known up to here; null means to the end. */
  upTo: string | null
}

/** A row is written at most a minute before or after its object. */
const youngMs = hour

/**
 * Compares a page of objects with a page of rows from the same key on. Each has `pageSize` unless it is the
 * last, so nothing is known beyond the end of the shorter one. Rows are read after the objects.
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
  const kept = rows.filter(({ pendingDeletionSince }) => pendingDeletionSince === null)
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
