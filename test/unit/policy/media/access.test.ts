import { describe, expect, it } from 'vitest'
import type { StaffRole } from '#contract/values/accounts/roles'
import { type MediaDecision, mayFetch } from '#worker/policy/media-access'

const now = 1_000_000
const owner = 7

function session(userId: number, premiumUntil: number | null = null, staff: StaffRole | null = null) {
  return { userId, staff, premiumUntil }
}

const viewers = {
  visitor: null,
  account: session(1),
  lapsed: session(1, now),
  member: session(1, now + 1),
  owner: session(owner),
  support: session(2, null, 'support'),
  moderator: session(2, null, 'moderator'),
  administrator: session(2, null, 'administrator'),
  'site owner': session(2, null, 'owner'),
}

/** One row per viewer: free, premium, owner's, the case viewer's. */
const table: Record<keyof typeof viewers, MediaDecision[]> = {
  visitor: ['allow', 'forbidden', 'forbidden', 'forbidden'],
  account: ['allow', 'forbidden', 'forbidden', 'forbidden'],
  lapsed: ['allow', 'forbidden', 'forbidden', 'forbidden'],
  member: ['allow', 'allow', 'forbidden', 'forbidden'],
  owner: ['allow', 'forbidden', 'allow', 'forbidden'],
  support: ['allow', 'allow', 'forbidden', 'forbidden'],
  moderator: ['allow', 'allow', 'forbidden', 'allow'],
  administrator: ['allow', 'allow', 'allow', 'allow'],
  'site owner': ['allow', 'allow', 'allow', 'allow'],
}
const classes = ['free', 'premium', 'owner', 'case'] as const

const cells = Object.entries(table).flatMap(([viewer, row]) =>
  row.map((expected, index) => ({
    viewer: viewer as keyof typeof viewers,
    of: classes[index] ?? 'free',
    expected,
  })),
)

describe('mayFetch', () => {
  it.each(Object.keys(viewers) as (keyof typeof viewers)[])(
    '%s may fetch what was granted to a frame, with or without cookies',
    (viewer) => {
      for (const ageVerified of [true, false]) {
        expect(mayFetch({ class: 'embed', owner }, { ageVerified, session: viewers[viewer], now })).toBe(
          'allow',
        )
      }
    },
  )

  it.each(cells)('$viewer, past the gate, asks for $of media: $expected', ({ viewer, of, expected }) => {
    expect(mayFetch({ class: of, owner }, { ageVerified: true, session: viewers[viewer], now })).toBe(
      expected,
    )
  })

  it.each(cells.filter(({ viewer }) => viewer !== 'visitor'))(
    '$viewer needs no cookie of the gate for $of media: $expected',
    ({ viewer, of, expected }) => {
      const decision = mayFetch({ class: of, owner }, { ageVerified: false, session: viewers[viewer], now })
      expect(decision).toBe(expected)
    },
  )

  it.each(classes)('somebody with neither is sent to the gate for %s media', (of) => {
    expect(mayFetch({ class: of, owner }, { ageVerified: false, session: null, now })).toBe('age_gate')
  })
})
