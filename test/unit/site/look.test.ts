import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  accentContrast,
  accentFault,
  contrastOf,
  defaultAccent,
  isFooterUrl,
  surfaces,
} from '#contract/values/shared/look'

describe('the contrast of two colours', () => {
  it.each([
    ['#ffffff', '#000000', 21],
    ['#777777', '#ffffff', 4.48],
    ['#ff0000', '#ffffff', 4],
    ['#0000ff', '#ffffff', 8.59],
    ['#123456', '#123456', 1],
  ])('of %s and %s is that of WCAG', (one, other, contrast) => {
    expect(contrastOf(one, other)).toBeCloseTo(contrast, 2)
    expect(contrastOf(other, one)).toBeCloseTo(contrast, 2)
  })

  it('is measured against the surfaces of the style sheet', () => {
    const css = readFileSync('web/styles/app.css', 'utf8')
    const named = Object.entries({ ...surfaces, accent: defaultAccent })
    for (const [name, hex] of named) {
      const [, ...parts] =
        new RegExp(`--color-${name}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(css) ?? []
      const [lightness = 0, chroma = 0, hue = 0] = parts.map(Number)
      expect([name, hexOf(lightness, chroma, hue)]).toEqual([name, hex])
    }
  })
})

describe('an accent', () => {
  it('may be the default, or a colour that can be read on every surface', () => {
    for (const colour of [defaultAccent, '#ffffff', '#4dd0e1']) expect(accentFault(colour)).toBeUndefined()
  })

  it('may not be too dark, not even by a little, and the sentence says how far it is', () => {
    expect(accentFault('#000080')).toMatch(
      /its contrast is 1(\.\d)?:1, and text needs at least 4\.5:1\. Choose a lighter/,
    )
    const greys = Array.from({ length: 256 }, (_, part) => `#${part.toString(16).padStart(2, '0').repeat(3)}`)
    const first = greys.findIndex((grey) => accentContrast(grey) >= 4.5)
    expect(accentFault(greys[first] ?? '')).toBeUndefined()
    expect(accentFault(greys[first - 1] ?? '')).toContain('its contrast is 4.4:1')
  })

  it.each(['', 'red', '#fff', '#ff00000', 'url(x)', '#ffffff;'])('is no colour: %j', (typed) => {
    expect(accentFault(typed)).toBe('Enter a colour such as #f85e85.')
  })
})

it.each([
  ['/premium', true],
  ['/video/3?t=1,2', true],
  ['https://example.com', true],
  ['https://blog.example.com:8443/a b', false],
  ['https://example.com/a?b#c', true],
  ['http://example.com', false],
  ['//example.com', false],
  ['/\\example.com', false],
  ['javascript:alert(1)', false],
  ['https://', false],
  ['https://user:secret@example.com', false],
  ['https://example', false],
  ['', false],
])('a link of the footer may lead to %j: %j', (url, may) => {
  expect(isFooterUrl(url)).toBe(may)
})

function hexOf(lightness: number, chroma: number, hue: number): string {
  const [a, b] = [Math.cos, Math.sin].map((turn) => chroma * turn((hue * Math.PI) / 180)) as [number, number]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const parts = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const bytes = parts.map((part) => {
    const bounded = Math.min(1, Math.max(0, part))
    const coded = bounded <= 0.0031308 ? 12.92 * bounded : 1.055 * bounded ** (1 / 2.4) - 0.055
    return Math.round(255 * coded)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${bytes.join('')}`
}
