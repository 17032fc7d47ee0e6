import { describe, expect, it } from 'vitest'
import { keepPlace, leftAt } from '#web/entities/video/history/watch-log'

const account = { id: 7, savesHistory: true }

describe('leftAt', () => {
  it('is what this browser kept, for a visitor', () => {
    keepPlace(null, { id: 1, position: 42, told: null })
    expect(leftAt({ id: 1 }, null)).toBe(42)
    expect(leftAt({ id: 2 }, null)).toBe(0)
  })

  it('is what the account says when nothing is kept here', () => {
    expect(leftAt({ id: 1, position: 90 }, account)).toBe(90)
  })

  it('is only what the account says when that keeps no history', () => {
    keepPlace(7, { id: 1, position: 100, told: 60 })
    expect(leftAt({ id: 1, position: 60 }, { ...account, savesHistory: false })).toBe(60)
  })

  it('is the later one of browser and account', () => {
    keepPlace(7, { id: 1, position: 100, told: 60 })
    // The account still has the position that was sent from here.
    expect(leftAt({ id: 1, position: 60 }, account)).toBe(100)
    // Another browser has sent a later one.
    expect(leftAt({ id: 1, position: 240 }, account)).toBe(240)
    // Or the account has the video as watched to its end.
    expect(leftAt({ id: 1, position: 0 }, account)).toBe(0)
  })

  it('never shows one person the places of another', () => {
    keepPlace(7, { id: 1, position: 100, told: 100 })
    expect(leftAt({ id: 1 }, null)).toBe(0)
    keepPlace(null, { id: 2, position: 50, told: null })
    expect(leftAt({ id: 1, position: 0 }, account)).toBe(0)
    expect(localStorage.getItem('watch-log')).not.toContain('100')
  })

  it('forgets a video that was watched to its end, and the oldest of very many', () => {
    keepPlace(null, { id: 1, position: 42, told: null })
    keepPlace(null, { id: 1, position: 0, told: null })
    expect(localStorage.getItem('watch-log')).not.toContain('42')
    for (let id = 1; id <= 150; id += 1) keepPlace(null, { id, position: 20, told: null })
    expect(leftAt({ id: 50 }, null)).toBe(0)
    expect(leftAt({ id: 51 }, null)).toBe(20)
  })

  it.each([
    'null',
    '[]',
    '{"viewer":null,"places":[{"id":"x"}]}',
    '{"viewer":null',
    '{"viewer":null,"places":7}',
  ])('takes %s in storage for nothing', (text) => {
    localStorage.setItem('watch-log', text)
    expect(leftAt({ id: 1 }, null)).toBe(0)
  })
})
