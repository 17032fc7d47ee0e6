import fc from 'fast-check'
import { expect, it } from 'vitest'
import { comparePages, type Noted } from '#worker/services/site/storage-admin/compare'
import type { StoredObject } from '#worker/storage/media-store'

const hour = 3600_000
const now = 100 * hour

const key = fc.integer({ min: 0, max: 60 }).map((n) => `m/${String(n).padStart(3, '0')}`)
const stored = fc.record({ key, bytes: fc.integer({ min: 1, max: 3 }), uploadedAt: fc.constant(0) })
const noted = fc.record({
  key,
  bytes: fc.integer({ min: 1, max: 3 }),
  createdAt: fc.constantFrom(0, now - hour, now - hour + 1),
  pendingDeletionSince: fc.constantFrom(null, null, 1),
})
const inOrder = <Item extends { key: string }>(item: fc.Arbitrary<Item>) =>
  fc
    .uniqueArray(item, { selector: (each) => each.key, maxLength: 40 })
    .map((items) => items.sort((a, b) => (a.key < b.key ? -1 : 1)))

/** Compares page by page, like the messages of a scan. */
function paged(objects: StoredObject[], rows: Noted[], size: number) {
  const seen: string[] = []
  const orphans: string[] = []
  const missing: string[] = []
  const resized: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after: string = cursor
    const isAfter = (item: { key: string }) => item.key > after
    const found = comparePages(
      objects.filter(isAfter).slice(0, size),
      rows.filter(isAfter).slice(0, size),
      size,
      now,
    )
    seen.push(...found.objects.map((object) => object.key))
    orphans.push(...found.orphans.map((object) => object.key))
    missing.push(...found.missing.map((row) => row.key))
    resized.push(...found.resized.map((row) => row.key))
    cursor = found.upTo
  }
  return { seen, orphans, missing, resized }
}

it('finds the same in pages of any size as in the whole, and each once', () => {
  fc.assert(
    fc.property(inOrder(stored), inOrder(noted), fc.integer({ min: 1, max: 50 }), (objects, rows, size) => {
      const named = new Set(rows.map((row) => row.key))
      const bytes = new Map(objects.map((object) => [object.key, object.bytes]))
      const kept = rows.filter((row) => row.pendingDeletionSince === null)
      const lost = kept.filter((row) => !bytes.has(row.key) && row.createdAt <= now - hour)
      const other = kept.filter((row) => bytes.has(row.key) && bytes.get(row.key) !== row.bytes)
      expect(paged(objects, rows, size)).toEqual({
        seen: objects.map((object) => object.key),
        orphans: objects.filter((object) => !named.has(object.key)).map((object) => object.key),
        missing: lost.map((row) => row.key),
        resized: other.map((row) => row.key),
      })
    }),
  )
})
