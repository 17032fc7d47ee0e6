import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../worker/errors'
import { decodeCursor, encodeCursor, page } from '../../worker/services/pagination'

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
