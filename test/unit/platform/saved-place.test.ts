import fc from 'fast-check'
import { expect, it } from 'vitest'
import { placeBetween } from '#worker/services/videos/saved/place'

it('a place between two is between them, or there is none', () => {
  const number = fc.double({ noNaN: true, min: -1e6, max: 1e6 })
  fc.assert(
    fc.property(number, fc.option(number), (below, above) => {
      const place = placeBetween(below, above)
      if (place === null) return above !== null
      return place > below && (above === null || place < above)
    }),
  )
})

it('whole numbers leave room for fifty halvings', () => {
  let above = 2
  for (let times = 0; times < 50; times += 1) {
    const place = placeBetween(1, above)
    if (place === null) throw new Error(`No room after ${times}`)
    above = place
  }
  expect(above).toBeGreaterThan(1)
})
