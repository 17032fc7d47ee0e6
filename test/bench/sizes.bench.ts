import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { test } from './support'

type Manifest = Record<string, { file: string; imports?: string[] }>

/**
 * The player's first load is the difference between the video page and the sign-in page, so it includes a
 * little of the page itself.
 */
test('what the player and the studio weigh', { tag: '@M21' }, ({ row }) => {
  const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8')) as Manifest
  const shared = filesOf(manifest, 'app/pages/account/sign-in.tsx')
  const player = [...filesOf(manifest, 'app/pages/visit/video.tsx')].filter((file) => !shared.has(file))
  const engine = manifest['player/dom/hls-engine.ts']
  const worker = readdirSync('dist/web/assets').filter((file) => /^studio\.worker.*\.js$/.test(file))
  const rowOf = (what: string, files: string[], limit: number) => {
    if (files.length === 0) throw new Error(`The build has no file for: ${what}`)
    row({ id: 'M21', what, value: kibibytesOf(files), limit, unit: 'KiB' })
  }
  rowOf('player, at first', player, 60)
  rowOf('hls.js, when it is needed', engine ? [engine.file] : [], 120)
  rowOf(
    'studio worker, when something is made',
    worker.map((file) => `assets/${file}`),
    160,
  )
})

/** Returns the total size of files after gzip. */
function kibibytesOf(files: string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join('dist/web', file))).length / 1024, 0)
}

/** Returns the files of a module and of everything it imports statically. */
function filesOf(manifest: Manifest, module: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[module]
  if (!chunk) throw new Error(`The build has no ${module}`)
  if (!seen.has(chunk.file)) {
    seen.add(chunk.file)
    for (const each of chunk.imports ?? []) filesOf(manifest, each, seen)
  }
  return seen
}
