import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildWeb } from '#build/web/build-once'
import { ensureTools } from '#tools/programs/installed'
import { ensureSecrets } from '#tools/site/local'
import { write } from '#tools/tests/phases'
import { type Spec, specsOf } from '#tools/tests/playwright/report'
import { runConfig } from '#tools/tests/playwright/run-config'
import { vitest } from '#tools/tests/vitest'

/**
 * `npm run bench:media`: measures encoding and playback in headless Chromium against the real site and the
 * same file on nginx. Writes docs/bench-media.md. With file names, as in `npm run bench:media -- playback`,
 * it runs only those and only prints.
 */

interface Row {
  /** The requirement, as docs/bench-media.md numbers it. */
  id: string
  what: string
  value: number
  limit: number
  unit: string
  note?: string
}

interface Proof {
  id: string
  what: string
  /** The file of its tests. */
  tests: string
}

/** Requirements without a number, and the tests that prove them, which `npm test` runs too. */
const proofs: Proof[] = [
  { id: 'M16', what: 'after a reload no part is sent twice', tests: 'test/e2e/publish/main-job.spec.ts' },
  {
    id: 'M17',
    what: 'a corrupted part is refused and sent again',
    tests: 'test/worker/uploads/uploads-refusals.test.ts',
  },
  {
    id: 'M18',
    what: 'ranges, byte for byte, one R2 read a request',
    tests: 'test/worker/videos/playback/media-range.test.ts',
  },
  {
    id: 'M19',
    what: 'faults of segments and of the line are survived',
    tests: 'test/e2e/player/recovery.spec.ts',
  },
  { id: 'M20', what: 'axe and keyboard on the player', tests: 'test/e2e/player/ui.spec.ts' },
]

const chosen = process.argv.slice(2)
await ensureTools(['nginx'])
ensureSecrets()
await buildWeb()
const scratch = mkdtempSync(join(tmpdir(), 'nocturne-bench-media-'))
try {
  const { suites } = await runConfig('test/bench/playwright.config.ts', scratch, chosen)
  const specs = suites.flatMap(specsOf)
  const proven: [Proof, boolean][] = []
  for (const proof of chosen.length === 0 ? proofs : []) proven.push([proof, await isProven(proof)])
  const unfinished = specs.filter(({ ok }) => !ok).map(({ title }) => title)
  const page = pageOf([...rowsOf(specs), ...bundleRows()], proven, unfinished)
  if (chosen.length === 0) writeFileSync('docs/bench-media.md', page)
  process.stdout.write(`\n${page}\n`)
  process.exitCode = unfinished.length === 0 && proven.every(([, ok]) => ok) ? 0 : 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

/** Returns the rows that the tests noted as they measured. */
function rowsOf(specs: Spec[]): Row[] {
  return specs
    .flatMap(({ tests }) => tests.flatMap(({ annotations }) => annotations))
    .filter(({ type }) => type === 'row')
    .map(({ description }) => JSON.parse(description ?? '') as Row)
}

/**
 * Returns the bundle sizes in KiB of gzip. The player's first load is what the video page adds
 * to the sign-in page, so it includes a little of the page itself.
 */
function bundleRows(): Row[] {
  const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8')) as Manifest
  const shared = filesOf(manifest, 'app/pages/account/sign-in.tsx')
  const player = [...filesOf(manifest, 'app/pages/visit/video.tsx')].filter((file) => !shared.has(file))
  const engine = manifest['player/dom/hls-engine.ts']
  const worker = readdirSync('dist/web/assets').filter((file) => /^studio\.worker.*\.js$/.test(file))
  const size = (files: string[]) =>
    files.reduce((sum, file) => sum + gzipSync(readFileSync(join('dist/web', file))).length / 1024, 0)
  const row = (what: string, files: string[], limit: number) => {
    if (files.length === 0) throw new Error(`The build has no file for: ${what}`)
    return { id: 'M21', what, value: size(files), limit, unit: 'KiB' }
  }
  return [
    row('player, at first', player, 60),
    row('hls.js, when it is needed', engine ? [engine.file] : [], 120),
    row(
      'studio worker, when something is made',
      worker.map((file) => `assets/${file}`),
      160,
    ),
  ]
}

type Manifest = Record<string, { file: string; imports?: string[] }>

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

async function isProven({ id, tests }: Proof): Promise<boolean> {
  if (tests.startsWith('test/e2e/')) {
    const { stats, ok } = await runConfig('playwright.config.ts', scratch, [tests])
    return ok && stats.expected > 0
  }
  const { passed, faults } = await vitest(write, join(scratch, `${id}.json`), [tests])
  return passed > 0 && faults.length === 0
}

function pageOf(rows: Row[], proven: [Proof, boolean][], unfinished: string[]): string {
  const figure = (value: number) => String(Math.round(value * 100) / 100)
  const verdict = (ok: boolean) => (ok ? 'met' : '**missed**')
  const lines = rows
    .toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
    .map(({ id, what, value, limit, unit, note }) => {
      const numbers = `${figure(value)} ${unit} | ${figure(limit)} ${unit}`
      return `| ${id} | ${what} | ${numbers} | ${verdict(value <= limit)} | ${note ?? ''} |`
    })
  const exact = proven.map(
    ([{ id, what, tests }, ok]) => `| ${id} | ${what} | exact | exact | ${verdict(ok)} | \`${tests}\` |`,
  )
  return `# Media, measured

Made by \`npm run bench:media\`: headless Chromium, the real site, local R2, and the same files on nginx beside it. Times are those of
the machine that ran it; a median of three unless the row says otherwise, and of nine where it begins with PAGE or TTFF. Fixtures: a
minute of noisy 720p at 3.2 Mbit/s with B-frames, a key frame every 5 s and the index at the end, published through the upload page, and the
same five times over.

| | what | measured | limit | | |
| --- | --- | ---: | ---: | --- | --- |
${[...lines, ...exact].join('\n')}
${unfinished.length > 0 ? `\nNot measured to the end: ${unfinished.join('; ')}.\n` : ''}`
}
