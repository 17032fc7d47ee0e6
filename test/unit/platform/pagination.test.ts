import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '#worker/errors'
import { decodeCursor, encodeCursor, page, sparsePage } from '#worker/services/shared/pagination'

function refusal(cursor: string, ...shape: ('string' | 'number')[]): unknown {
  try {
    return decodeCursor(cursor, ...shape)
  } catch (error) {
    return error
  }
}

describe('a cursor', () => {
  it('gives back what it was made of, and fits into an address as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer(), (text, number) => {
        const cursor = encodeCursor([text, number])
        expect(cursor).toMatch(/^[\w-]+$/)
        expect(decodeCursor(cursor, 'string', 'number')).toEqual([text, number])
      }),
    )
  })

  it('of another shape is refused as bad input', () => {
    const cursor = encodeCursor(['a', 1])
    for (const shape of [
      ['number', 'number'],
      ['string'],
      ['string', 'number', 'number'],
      ['number', 'string'],
    ]) {
      const error = refusal(cursor, ...(shape as ('string' | 'number')[]))
      expect(error).toBeInstanceOf(AppError)
      expect(error).toMatchObject({ code: 'invalid_input', options: { errors: [{ path: 'cursor' }] } })
    }
  })

  it('that is anything else is refused, never an error of ours', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json().map(btoaSafe)), (text) => {
        const answer = refusal(text, 'number', 'number')
        expect(Array.isArray(answer) || answer instanceof AppError).toBe(true)
      }),
    )
  })
})

function btoaSafe(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

describe('page', () => {
  const cursorOf = (row: number) => [row]

  it.each([
    [[], null],
    [[1, 2], null],
    [[1, 2, 3], null],
  ])('of %j is the last one', (rows, nextCursor) => {
    expect(page(rows, 3, cursorOf)).toEqual({ items: rows, nextCursor })
  })

  it('leaves out the row beyond it, and goes on behind the last that stays', () => {
    const { items, nextCursor } = page([1, 2, 3, 4], 3, cursorOf)
    expect(items).toEqual([1, 2, 3])
    expect(decodeCursor(nextCursor ?? '', 'number')).toEqual([3])
  })
})

describe('sparsePage', () => {
  it('shows each row that matches once and in order, never more than a page has, and looks through so many at a time', () => {
    const list = fc.record({
      rows: fc.array(fc.boolean(), { maxLength: 60 }),
      limit: fc.integer({ min: 1, max: 8 }),
      more: fc.integer({ min: 1, max: 20 }),
    })
    fc.assert(
      fc.property(list, ({ rows, limit, more }) => {
        const all = rows.map((isShown, id) => ({ id, isShown }))
        const shown: number[] = []
        let from = 0
        for (let cursor: string | null = ''; cursor !== null; ) {
          const looked = all.slice(from, from + limit + more)
          const { items, nextCursor } = sparsePage(looked, {
            limit,
            atMost: limit + more,
            matches: ({ isShown }) => isShown,
            cursorOf: ({ id }) => [id],
          })
          expect(items.length).toBeLessThanOrEqual(limit)
          shown.push(...items.map(({ id }) => id))
          cursor = nextCursor
          if (cursor !== null) {
            const [last] = decodeCursor(cursor, 'number')
            expect(last).toBeGreaterThanOrEqual(from)
            from = last + 1
          }
        }
        expect(shown).toEqual(all.filter(({ isShown }) => isShown).map(({ id }) => id))
      }),
    )
  })
})
