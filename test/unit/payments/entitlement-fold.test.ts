import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EntitlementEvent, fold } from '#worker/services/payments/entitlements/fold'

const day = 86_400_000

const event = fc.record({
  kind: fc.constantFrom('grant', 'revoke', 'hold', 'release'),
  source: fc.constantFrom('a', 'b', 'c', 'gift 1', 'gift 2'),
  days: fc.constantFrom(30, 365),
  plan: fc.constantFrom('monthly', 'yearly'),
  wait: fc.integer({ min: 0, max: 100 * day }),
})

const isGift = (source: string) => source.startsWith('gift')

/**
 * Histories that the tables allow: each source is granted once, and nothing happens to it before. A gift is
 * revoked at most once, and never held.
 */
const history = fc.array(event, { maxLength: 25 }).map((drawn) => {
  const granted = new Set<string>()
  const done = new Set<string>()
  const events: EntitlementEvent[] = []
  let at = 1_700_000_000_000
  for (const { wait, ...each } of drawn) {
    at += wait
    const isGrant = each.kind === 'grant'
    if (isGrant === granted.has(each.source)) continue
    if (isGrant) granted.add(each.source)
    else if (isGift(each.source)) {
      if (each.kind !== 'revoke' || done.has(each.source)) continue
      done.add(each.source)
    }
    events.push({
      ...each,
      at,
      days: isGrant ? each.days : 0,
      plan: isGift(each.source) ? null : each.plan,
    })
  }
  return events
})

const grant = (source: string, at: number, days = 30): EntitlementEvent => ({
  kind: 'grant',
  source,
  at,
  days,
  plan: days === 30 ? 'monthly' : 'yearly',
})
const other = (kind: 'revoke' | 'hold' | 'release', source: string): EntitlementEvent => ({
  kind,
  source,
  at: 50 * day,
  days: 0,
  plan: null,
})

describe('fold', () => {
  it('is nothing without events', () => {
    expect(fold([])).toEqual({ terms: [], premiumUntil: 0, plan: null, state: 'running' })
  })

  it('puts terms one behind the other, and starts anew after a gap', () => {
    const stacked = fold([grant('a', 0), grant('b', 10 * day, 365), grant('c', 1000 * day)])
    expect(stacked.terms.map(({ from, until }) => [from / day, until / day])).toEqual([
      [0, 30],
      [30, 395],
      [1000, 1030],
    ])
    expect(stacked).toMatchObject({ premiumUntil: 1030 * day, plan: 'monthly', state: 'running' })
  })

  it('counts the second from its own day when the first is taken back', () => {
    const events = [grant('a', 0), grant('b', 10 * day), other('revoke', 'a')]
    expect(fold(events)).toMatchObject({ premiumUntil: 40 * day, state: 'running' })
  })

  it('counts a gift until it was revoked, so that what was bought behind it is still ahead', () => {
    const given: EntitlementEvent = { ...grant('gift 1', 0, 365), plan: null }
    const revoke = (at: number): EntitlementEvent => ({ ...other('revoke', 'gift 1'), at })
    const events = [given, grant('a', 5 * day)]
    const terms = (at: number, before: EntitlementEvent[] = []) =>
      fold([...before, ...events, revoke(at)]).terms.map(({ from, until }) => [from / day, until / day])
    expect(terms(100 * day)).toEqual([
      [0, 100],
      [100, 130],
    ])
    // After its term, the revocation changes nothing; before it, nothing is left of the term.
    expect(fold([...events, revoke(380 * day)])).toMatchObject({ premiumUntil: 395 * day })
    for (const at of [6 * day, 30 * day]) {
      expect(terms(at, [grant('b', 0)])).toEqual([
        [0, 30],
        [30, 60],
      ])
    }
  })

  it('says why there is no term', () => {
    expect(fold([grant('a', 0), other('hold', 'a')])).toMatchObject({ premiumUntil: 0, state: 'suspended' })
    expect(fold([grant('a', 0), other('revoke', 'a')])).toMatchObject({ premiumUntil: 0, state: 'revoked' })
    const released = [grant('a', 0), other('hold', 'a'), other('hold', 'a'), other('release', 'a')]
    expect(fold(released)).toMatchObject({ premiumUntil: 30 * day, state: 'running' })
    expect(fold([...released, other('hold', 'a')]).state).toBe('suspended')
    expect(fold([...released, other('revoke', 'a'), other('release', 'a')]).state).toBe('revoked')
  })

  it('adds no day of leap years or clock changes: a day is 24 hours', () => {
    const before = Date.UTC(2028, 1, 28, 12)
    expect(fold([grant('a', before)]).premiumUntil).toBe(Date.UTC(2028, 2, 29, 12))
    expect(fold([grant('a', before, 365)]).premiumUntil).toBe(Date.UTC(2029, 1, 27, 12))
  })

  it('never gives a payment twice, nor more than the days that were bought', () => {
    fc.assert(
      fc.property(history, (events) => {
        const { terms, premiumUntil } = fold(events)
        expect(new Set(terms.map(({ source }) => source)).size).toBe(terms.length)
        for (const { source, from, until } of terms) {
          const granted = events.find((each) => each.kind === 'grant' && each.source === source)
          const isCut =
            isGift(source) && events.some((each) => each.kind === 'revoke' && each.source === source)
          if (isCut) expect(until - from).toBeLessThanOrEqual((granted?.days ?? 0) * day)
          else expect(until - from).toBe((granted?.days ?? 0) * day)
          expect(from).toBeGreaterThanOrEqual(granted?.at ?? Infinity)
        }
        const gaps = terms.slice(1).map((term, index) => term.from - (terms[index]?.until ?? 0))
        expect(gaps.every((gap) => gap >= 0)).toBe(true)
        expect(premiumUntil).toBe(terms.at(-1)?.until ?? 0)
      }),
    )
  })

  it('is the same without the payments that were revoked', () => {
    fc.assert(
      fc.property(history, (events) => {
        const revocations = events.filter(({ kind, source }) => kind === 'revoke' && !isGift(source))
        const revoked = new Set(revocations.map((each) => each.source))
        const rest = events.filter(({ source }) => !revoked.has(source))
        expect(fold(events).terms).toEqual(fold(rest).terms)
      }),
    )
  })

  it('loses no day that is ahead, but its own, when a gift is revoked', () => {
    const last = fc.integer({ min: 0, max: 400 * day })
    fc.assert(
      fc.property(history, fc.constantFrom('gift 1', 'gift 2'), last, (events, source, wait) => {
        fc.pre(events.some((each) => each.source === source))
        fc.pre(!events.some((each) => each.source === source && each.kind === 'revoke'))
        const at = (events.at(-1)?.at ?? 0) + wait
        const ahead = (all: readonly EntitlementEvent[]) =>
          fold(all)
            .terms.filter((term) => term.source !== source && term.until > at)
            .map((term) => [term.source, term.until - Math.max(term.from, at)])
        expect(ahead([...events, { ...other('revoke', source), at }])).toEqual(ahead(events))
      }),
    )
  })

  it('gains nothing by a revocation or a hold, and a release never gives more than there was', () => {
    fc.assert(
      fc.property(history, fc.constantFrom('a', 'b', 'c'), (events, source) => {
        const before = fold(events).premiumUntil
        const held = fold([...events, other('hold', source)])
        expect(held.premiumUntil).toBeLessThanOrEqual(before)
        expect(fold([...events, other('revoke', source)]).premiumUntil).toBeLessThanOrEqual(before)
        const isHeld = fold(events).terms.every((term) => term.source !== source)
        if (!isHeld) {
          expect(fold([...events, other('hold', source), other('release', source)]).terms).toEqual(
            fold(events).terms,
          )
        }
      }),
    )
  })
})
