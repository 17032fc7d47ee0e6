import { describe, expect, it } from 'vitest'
import { costOf, monthTable } from '#bench/cost/month'
import type { Operations, RecordedVisit } from '#bench/cost/recorded-visit'

const one: Operations = { requests: 1, r2Reads: 1, kvReads: 0, rowsRead: 10, rowsWritten: 0 }
/**
 * All parts cost the same. A short video's visit has seven of them; a long one's has six, a start and 100
 * segments.
 */
const visit: RecordedVisit = {
  segments: 100,
  parts: {
    'home, page and calls': one,
    'home, pictures': one,
    'category, page and calls': one,
    'category, pictures': one,
    'video page and calls': one,
    'video page, pictures': one,
    'short video, file': one,
    'long video, playlists and start': one,
    'long video, each segment': one,
  },
}

describe('the cost of a month', () => {
  it('adds up the parts of a visit', () => {
    expect(costOf(1e6, visit, 'short', 0).operations).toEqual({
      requests: 7e6,
      cpu: 14e6,
      r2Reads: 7e6,
      kvReads: 0,
      rowsRead: 70e6,
      rowsWritten: 6e6,
    })
    expect(costOf(1e6, visit, 'long', 0).operations.requests).toBe(107e6)
  })

  it('costs the plan as long as all is included, and then what is beyond', () => {
    expect(costOf(1e6, visit, 'short', 0).dollars).toBe(5)
    // 97 M requests, 184 M ms of CPU and 97 M reads above the allowance.
    expect(costOf(1e6, visit, 'long', 0).dollars).toBeCloseTo(5 + 97 * 0.3 + 184 * 0.02 + 97 * 0.36, 6)
  })

  it('saves reads by the edge cache, but no requests', () => {
    const [cold, warm] = [costOf(1e6, visit, 'long', 0), costOf(1e6, visit, 'long', 0.9)]
    expect(warm.operations.requests).toBe(cold.operations.requests)
    expect(warm.operations.r2Reads).toBeCloseTo(10.7e6)
    expect(warm.dollars).toBeCloseTo(5 + 97 * 0.3 + 184 * 0.02 + 0.7 * 0.36, 6)
  })

  it('says where a goal is missed', () => {
    const lines = monthTable(visit).split('\n')
    expect(lines.find((line) => line.startsWith('| short, 0% warm'))).toMatch(/\| \$120 \|$/)
    expect(lines.find((line) => line.startsWith('| long, 0% warm'))).toMatch(/\| \$120, \*\*missed\*\* \|$/)
  })
})
