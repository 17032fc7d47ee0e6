import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { fieldScriptBudget, pageBudgets } from '#build/budgets'

/** The last build, which `npm test` renews when the sources have changed. */
const dist = 'dist/web'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

const manifest: Record<string, Chunk> = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8'))

/** Files of the modules that are loaded on demand. The manifest leaves out modules that share one. */
const parts: Record<string, string> = JSON.parse(readFileSync(`${dist}/.vite/parts.json`, 'utf8'))

function chunk(key: string): Chunk {
  const found = manifest[key]
  if (!found) throw new Error(`The build has no ${key}`)
  return found
}

/** Returns the chunks that have run when the page appears. */
function firstLoad(module: string): Chunk[] {
  const entries = [chunk('index.html'), chunk(module)]
  // Loaded before the app on a page with a video.
  if (module === 'app/pages/visit/video.tsx') entries.push(chunk('start.ts'))
  return withImports(entries)
}

function withImports(entries: Chunk[]): Chunk[] {
  const found = new Set<Chunk>()
  function add(each: Chunk): void {
    if (found.has(each)) return
    found.add(each)
    for (const imported of each.imports ?? []) add(chunk(imported))
  }
  entries.forEach(add)
  return [...found]
}

/** Returns the chunk of a part that the page loads automatically. */
function partChunk(module: string): Chunk {
  const found = Object.values(manifest).find(({ file }) => file === parts[module])
  if (!found) throw new Error(`The build has no part ${module}`)
  return found
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

/** Returns every chunk that imports itself by way of others, with the cycle. */
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
  describe.each(pageBudgets)('$path', ({ module, later, inView, script, style, requests }) => {
    const chunks = firstLoad(module)
    const followed = [...later, ...inView].map(partChunk)

    it(`loads at most ${script} kB of JavaScript and ${style} kB of CSS`, () => {
      expect(compressed(chunks.map(({ file }) => file))).toBeLessThanOrEqual(script)
      expect(compressed(new Set(chunks.flatMap(({ css }) => css ?? [])))).toBeLessThanOrEqual(style)
    })

    it(`asks for at most ${requests} scripts, with the parts that it loads by itself`, () => {
      expect(withImports([...chunks, ...followed]).length).toBeLessThanOrEqual(requests)
    })

    it('leaves zod to the pages with long forms', () => {
      expect(chunks.filter(carriesZod)).toEqual([])
    })
  })

  it('names its error class in the chunk that does bring zod', () => {
    expect(firstLoad('app/pages/publish/upload-video.tsx').some(carriesZod)).toBe(true)
  })

  it(`measures a page by ${fieldScriptBudget} kB at most, which no other page loads`, () => {
    const { file, imports } = chunk('field/field.ts')
    expect([compressed([file]) <= fieldScriptBudget, imports]).toEqual([true, undefined])
    const importers = Object.values(manifest).filter(({ imports }) => imports?.includes('field/field.ts'))
    expect(importers).toEqual([])
  })

  // If two chunks import each other, the first to run finds the other's constants undefined.
  it('has no chunks that import each other', () => {
    expect(cycles()).toEqual([])
  })
})
