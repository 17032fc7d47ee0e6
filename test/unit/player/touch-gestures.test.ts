import { describe, expect, it } from 'vitest'
import { scrubTarget, TouchGestures } from '#web/player/core/touch-gestures'

const left = { x: 0.1, y: 0.5 }
const middle = { x: 0.5, y: 0.5 }
const right = { x: 0.9, y: 0.5 }

function tap(gestures: TouchGestures, point: { x: number; y: number }, now: number) {
  gestures.down(point)
  return gestures.up(now)
}

describe('taps', () => {
  it('leave the first to the controls, and add up from the second on', () => {
    const gestures = new TouchGestures(true)
    expect(tap(gestures, right, 0)).toEqual({ gesture: null, wasTap: true })
    expect(tap(gestures, right, 250).gesture).toEqual({ type: 'seek-taps', direction: 1, count: 1 })
    // Later taps of a row may be slower.
    expect(tap(gestures, right, 750).gesture).toEqual({ type: 'seek-taps', direction: 1, count: 2 })
    expect(tap(gestures, right, 1400).gesture).toBeNull()
  })

  it('seek back on the left, and not across sides or in the middle', () => {
    const gestures = new TouchGestures(true)
    tap(gestures, left, 0)
    expect(tap(gestures, left, 200).gesture).toEqual({ type: 'seek-taps', direction: -1, count: 1 })
    expect(tap(gestures, right, 400).gesture).toBeNull()
    tap(gestures, middle, 500)
    expect(tap(gestures, middle, 600).gesture).toBeNull()
  })

  it('are too slow after 300 ms', () => {
    const gestures = new TouchGestures(true)
    tap(gestures, left, 0)
    expect(tap(gestures, left, 301).gesture).toBeNull()
  })
})

describe('swipes', () => {
  it('across mean a second of the video, wherever they begin', () => {
    for (const start of [left, middle, right]) {
      const gestures = new TouchGestures(true)
      gestures.down(start)
      expect(gestures.move({ x: start.x + 0.01, y: start.y })).toBeNull()
      const moved = gestures.move({ x: start.x - 0.05, y: start.y + 0.02 })
      expect(moved).toEqual({ type: 'scrub', share: expect.closeTo(-0.05) })
      // Once decided, a gesture keeps its meaning.
      expect(gestures.move({ x: start.x, y: 0.9 })).toEqual({ type: 'scrub', share: expect.closeTo(0) })
      expect(gestures.up(100)).toEqual({ gesture: null, wasTap: false })
    }
  })

  it('upwards on the right mean more volume, where a page may set it', () => {
    const gestures = new TouchGestures(true)
    gestures.down(right)
    expect(gestures.move({ x: 0.9, y: 0.3 })).toEqual({ type: 'volume', share: expect.closeTo(0.2) })
    const onIphone = new TouchGestures(false)
    onIphone.down(right)
    expect(onIphone.move({ x: 0.9, y: 0.3 })).toBeNull()
  })

  it.each([left, middle])('up and down elsewhere are the page’s', (start) => {
    const gestures = new TouchGestures(true)
    gestures.down(start)
    expect(gestures.move({ x: start.x, y: 0.7 })).toBeNull()
    // Also when they turn sideways later.
    expect(gestures.move({ x: start.x + 0.3, y: 0.7 })).toBeNull()
  })
})

describe('a long press', () => {
  it('is one only while the finger rests', () => {
    const gestures = new TouchGestures(true)
    gestures.down(middle)
    expect(gestures.hold()).toBe(true)
    expect(gestures.move({ x: 0.9, y: 0.5 })).toBeNull()
    expect(gestures.up(900)).toEqual({ gesture: null, wasTap: false })
    expect(gestures.hold()).toBe(false)
    gestures.down(middle)
    gestures.move(right)
    expect(gestures.hold()).toBe(false)
  })
})

describe('scrubTarget', () => {
  it('stays inside the video and moves at most 90 s for its whole width', () => {
    expect(scrubTarget(100, 1, 3600)).toBe(190)
    expect(scrubTarget(10, -0.5, 3600)).toBe(0)
    expect(scrubTarget(20, 1, 30)).toBe(30)
    expect(scrubTarget(0, 0.5, 30)).toBe(15)
  })
})
