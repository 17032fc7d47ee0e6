import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pageShell } from '#build/web/page-shell'

/** The page of the last build, and its manifest. */
const page = readFileSync('dist/web/index.html', 'utf8')
const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8'))

describe('the page that the worker fills', () => {
  it('is the built page in parts, less its title and scripts', () => {
    const { parts } = pageShell(page, manifest)
    const whole = page
      .replace(/<!--head-->.*<!--\/head-->|<!--(video|boot|\/?plain)-->|<div id="root"><\/div>/gs, '')
      .replace(/\s*<(script type="module"|link rel="modulepreload")[^>]*>(<\/script>)?/g, '')
    expect(Object.values(parts).join('')).toBe(whole)
    expect(parts.start).toMatch(/<html$/)
    expect(parts.beforeScripts).toMatch(/\s$/)
  })

  it.each([
    '<!--head-->',
    '<link rel="icon"',
    '</head>',
    '<!--plain-->',
    '<div id="root"></div>',
    '<!--video-->',
    '<!--boot-->',
  ])('fails the build without %s', (marker) => {
    expect(() => pageShell(page.replace(marker, ''), manifest)).toThrow('lost one of its markers')
  })

  it.each(['start.ts', 'field/field.ts', 'features/visit/shell/discreet/discreet.ts', 'index.html'])(
    'fails the build without %s',
    (file) => {
      const { [file]: missing, ...others } = manifest
      expect(() => pageShell(page, others)).toThrow(`The build has no ${file}`)
    },
  )

  it('names the files of each page, those that its imports import among them, and the app last', () => {
    const { modules } = pageShell(page, {
      ...manifest,
      'app/pages/visit/made.tsx': { file: 'assets/made.js', imports: ['_one.js'] },
      '_one.js': { file: 'assets/one.js', imports: ['_two.js'] },
      '_two.js': { file: 'assets/two.js', imports: ['app/pages/visit/made.tsx'] },
    })
    expect(modules['visit/made']).toEqual(
      expect.arrayContaining(['/assets/made.js', '/assets/one.js', '/assets/two.js']),
    )
    expect(modules['visit/made']?.at(-1)).toBe(`/${manifest['index.html'].file}`)
  })

  it('fails the build without styles', () => {
    expect(() => pageShell(page.replace('rel="stylesheet"', ''), manifest)).toThrow('names no styles')
  })
})
