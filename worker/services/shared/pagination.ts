import { AppError } from '../../errors'

export interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

/** Cuts the row that was read beyond the page, and makes the next cursor from the last row that remains. */
export function page<Row>(rows: Row[], limit: number, cursorOf: (row: Row) => CursorParts): Page<Row> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last ? encodeCursor(cursorOf(last)) : null }
}

interface SparsePage<Row> {
  limit: number
  /** The number of rows requested: fewer mean the end of the list. */
  atMost: number
  matches: (row: Row) => unknown
  cursorOf: (row: Row) => CursorParts
}

/**
 * Returns a page of matching rows where no index covers just those. A short or empty page may have a next
 * cursor, where the scan continues.
 */
export function sparsePage<Row>(
  rows: Row[],
  { limit, atMost, matches, cursorOf }: SparsePage<Row>,
): Page<Row> {
  const found = rows.filter(matches)
  const items = found.slice(0, limit)
  const stoppedAt = rows.length < atMost ? undefined : rows.at(-1)
  const last = found.length > limit ? items.at(-1) : stoppedAt
  return { items, nextCursor: last ? encodeCursor(cursorOf(last)) : null }
}

type CursorParts = (string | number)[]

export function encodeCursor(parts: CursorParts): string {
  const bytes = new TextEncoder().encode(JSON.stringify(parts))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** Parses a cursor with parts of the given types; refuses anything else as bad input. */
export function decodeCursor<Shape extends ('string' | 'number')[]>(
  cursor: string,
  ...shape: Shape
): { [Index in keyof Shape]: Shape[Index] extends 'string' ? string : number } {
  try {
    const text = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))
    const parts: unknown = JSON.parse(
      new TextDecoder().decode(Uint8Array.from(text, (char) => char.charCodeAt(0))),
    )
    if (
      Array.isArray(parts) &&
      parts.length === shape.length &&
      parts.every((part, at) => typeof part === shape[at])
    ) {
      return parts as { [Index in keyof Shape]: Shape[Index] extends 'string' ? string : number }
    }
  } catch {
    // Falls through to the refusal.
  }
  throw expiredPage()
}

/** Returns the refusal of a cursor that no page of the list has. */
export function expiredPage(): AppError {
  return new AppError('invalid_input', 'This page has expired. Start again from the first page.', {
    errors: [{ path: 'cursor', message: "That cursor isn't valid for this list." }],
  })
}
