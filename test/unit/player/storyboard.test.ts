import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { storyboardColumns, storyboardRows, storyboardSecond } from '#contract/values/videos/media'
import { tileAt } from '#web/player/core/storyboard'

describe('tileAt', () => {
  it('finds the tile whose own second is nearest', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 7200, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (duration, share) => {
          const rows = storyboardRows(duration)
          const interval = duration / (rows * storyboardColumns)
          const second = share * duration
          const board = {
            url: '',
            columns: storyboardColumns,
            rows,
            tileWidth: 160,
            tileHeight: 90,
            interval,
          }
          const { column, row } = tileAt(board, second)
          expect(column).toBeLessThan(storyboardColumns)
          expect(row).toBeLessThan(rows)
          const shown = storyboardSecond(row * storyboardColumns + column, rows, duration)
          expect(Math.abs(shown - second)).toBeLessThanOrEqual(interval / 2 + 1e-6)
        },
      ),
    )
  })
})
