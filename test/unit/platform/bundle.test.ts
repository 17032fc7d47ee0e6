import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { pageBudgets } from '../../../scripts/lib/budgets'

/** The last build, which `npm test` renews when the sources have changed. */
const dist = 'dist/web'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

const manifest: Record<string, Chunk> = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8'))

function chunk(key: string): Chunk {
  const found = manifest[key]
  if (!found) throw new Error(`The build has no ${key}`)
  return found
}

/** Returns the chunks that have run when the page appears. */
function firstLoad(module: string): Chunk[] {
  const keys = new Set<string>()
  function add(key: string): void {
    if (keys.has(key)) return
    keys.add(key)
    for (const imported of chunk(key).imports ?? []) add(imported)
  }
  add('index.html')
  add(module)
  // Loaded before the app on a page with a video.
  if (module === 'app/pages/visit/video.tsx') add('start.ts')
  return [...keys].map(chunk)
}

/** Returns kB, compressed as served. */
function compressed(files: Iterable<string>): number {
  let bytes = 0
  for (const file of files) bytes += brotliCompressSync(readFileSync(`${dist}/${file}`)).length
  return bytes / 1000
}

function carriesZod({ file }: Chunk): boolean {
  return readFileSync(`${dist}/${file}`, 'utf8').includes('ZodError')
}

/** Returns every chunk that imports itself through others, with the cycle. */
function cycles(): string[] {
  const found: string[] = []
  const done = new Set<string>()
  function visit(key: string, path: string[]): void {
    const at = path.indexOf(key)
    if (at >= 0) found.push([...path.slice(at), key].join(' -> '))
    if (at >= 0 || done.has(key)) return
    for (const imported of chunk(key).imports ?? []) visit(imported, [...path, key])
    done.add(key)
  }
  for (const key of Object.keys(manifest)) visit(key, [])
  return found
}

describe('the built web app', () => {
  describe.each(pageBudgets)('$path', ({ module, script, style }) => {
    const chunks = firstLoad(module)

    it(`loads at most ${script} kB of JavaScript and ${style} kB of CSS`, () => {
      expect(compressed(chunks.map(({ file }) => file))).toBeLessThanOrEqual(script)
      expect(compressed(new Set(chunks.flatMap(({ css }) => css ?? [])))).toBeLessThanOrEqual(style)
    })

    it('leaves zod to the pages with long forms', () => {
      expect(chunks.filter(carriesZod)).toEqual([])
    })
  })

  it('names its error class in the chunk that does bring zod', () => {
    expect(firstLoad('app/pages/publish/upload-video.tsx').some(carriesZod)).toBe(true)
  })

  // If two chunks import each other, the one that runs first finds the other's constants undefined.
  it('has no chunks that import each other', () => {
    expect(cycles()).toEqual([])
  })
})
