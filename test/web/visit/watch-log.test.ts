import { describe, expect, it } from 'vitest'
import { keepPlace, placeOf } from '../../../web/entities/video/watch-log'

describe('placeOf', () => {
  it('is what this browser kept, for a visitor', () => {
    keepPlace(null, { id: 1, position: 42, told: null })
    expect(placeOf(null, 1, null)).toBe(42)
    expect(placeOf(null, 2, null)).toBe(0)
  })

  it('is what the account says when nothing is kept here', () => {
    expect(placeOf(7, 1, 90)).toBe(90)
  })

  it('is the later one of browser and account', () => {
    keepPlace(7, { id: 1, position: 100, told: 60 })
    // The account still has the position sent from here.
    expect(placeOf(7, 1, 60)).toBe(100)
    // Another browser has sent a later one.
    expect(placeOf(7, 1, 240)).toBe(240)
    // Or the account says that the video was watched to its end.
    expect(placeOf(7, 1, 0)).toBe(0)
  })

  it('never shows one person the places of another', () => {
    keepPlace(7, { id: 1, position: 100, told: 100 })
    expect(placeOf(null, 1, null)).toBe(0)
    keepPlace(null, { id: 2, position: 50, told: null })
    expect(placeOf(7, 1, 0)).toBe(0)
    expect(localStorage.getItem('watch-log')).not.toContain('100')
  })

  it('forgets a video that was watched to its end, and the oldest of very many', () => {
    keepPlace(null, { id: 1, position: 42, told: null })
    keepPlace(null, { id: 1, position: 0, told: null })
    expect(localStorage.getItem('watch-log')).not.toContain('42')
    for (let id = 1; id <= 150; id += 1) keepPlace(null, { id, position: 20, told: null })
    expect(placeOf(null, 50, null)).toBe(0)
    expect(placeOf(null, 51, null)).toBe(20)
  })

  it.each([
    'null',
    '[]',
    '{"viewer":null,"places":[{"id":"x"}]}',
    '{"viewer":null',
    '{"viewer":null,"places":7}',
  ])('takes %s in storage for nothing', (text) => {
    localStorage.setItem('watch-log', text)
    expect(placeOf(null, 1, null)).toBe(0)
  })
})
