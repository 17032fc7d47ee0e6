import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ensureSecrets } from './lib/local.ts'
import { type Report as PlaywrightReport, specsOf } from './lib/playwright-report.ts'
import { bins, start } from './lib/process.ts'
import { buildWeb } from './lib/steps.ts'
import { ensureTools } from './lib/tools.ts'

/**
 * `npm run bench:media`: measures encoding and playback in headless Chromium against the real site and the
 * same file on nginx. Writes docs/bench-media.md. With file names, as in `npm run bench:media -- playback`,
 * it runs only those and only prints.
 */

interface Row {
  id: string
  what: string
  value: number
  limit: number
  unit: string
  note?: string
}

/** Exact requirements and the tests that prove them, which `npm test` runs too. */
const proofs = [
  { id: 'M16', what: 'after a reload no part is sent twice', e2e: 'main-job' },
  { id: 'M17', what: 'a corrupted part is refused and sent again', vitest: 'test/worker/uploads/uploads' },
  {
    id: 'M18',
    what: 'ranges, byte for byte, one R2 read a request',
    vitest: 'test/worker/videos/playback/media-range',
  },
  { id: 'M19', what: 'faults of segments and of the line are survived', e2e: 'player-recovery' },
  { id: 'M20', what: 'axe and keyboard on the player', e2e: 'player-ui' },
] as const
type Proof = (typeof proofs)[number]

const chosen = process.argv.slice(2)
await ensureTools(['nginx'])
ensureSecrets()
await buildWeb()
const scratch = mkdtempSync(join(tmpdir(), 'nocturne-bench-media-'))
const measured = await playwright('test/bench/playwright.config.ts', chosen)
const rows = measured.suites
  .flatMap(specsOf)
  .flatMap(({ tests }) => tests.flatMap(({ annotations }) => annotations))
  .filter(({ type }) => type === 'row')
  .map(({ description }) => JSON.parse(description ?? '') as Row)
const proven: (Proof & { ok: boolean; tests: number })[] = []
for (const proof of chosen.length === 0 ? proofs : []) proven.push({ ...proof, ...(await prove(proof)) })
rmSync(scratch, { recursive: true, force: true })

rows.push(...bundleRows())

const broken = measured.suites.flatMap(specsOf).filter(({ ok }) => !ok)
const report = print()
if (chosen.length === 0) writeFileSync('docs/bench-media.md', report)
process.stdout.write(`\n${report}\n`)
process.exitCode = broken.length === 0 && proven.every(({ ok }) => ok) ? 0 : 1

/**
 * Returns the rows of M21: bundle sizes in KiB of gzip. The player's first load is what the video page adds
 * to the sign-in page, so it includes a little of the page itself.
 */
function bundleRows(): Row[] {
  const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8')) as Manifest
  const shared = filesOf(manifest, 'app/pages/account/sign-in.tsx')
  const player = [...filesOf(manifest, 'app/pages/visit/video.tsx')].filter((file) => !shared.has(file))
  const named = (start: string) =>
    readdirSync('dist/web/assets')
      .filter((file) => file.startsWith(start) && file.endsWith('.js'))
      .map((file) => `assets/${file}`)
  const size = (files: string[]) =>
    files.reduce((sum, file) => sum + gzipSync(readFileSync(join('dist/web', file))).length / 1024, 0)
  const row = (what: string, files: string[], limit: number) => {
    if (files.length === 0) throw new Error(`The build has no file for: ${what}`)
    return { id: 'M21', what, value: size(files), limit, unit: 'KiB' }
  }
  return [
    row('player, at first', player, 60),
    row('hls.js, when it is needed', named('hls-engine'), 120),
    row('studio worker, when something is made', named('studio.worker'), 160),
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

async function prove(proof: Proof): Promise<{ ok: boolean; tests: number }> {
  if ('e2e' in proof) {
    const { stats } = await playwright('playwright.config.ts', [proof.e2e])
    return { ok: stats.unexpected === 0 && stats.expected > 0, tests: stats.expected }
  }
  const file = join(scratch, `${proof.id}.json`)
  const args = [bins.vitest, 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  await start('vitest', process.execPath, [...args, proof.vitest]).exit
  const { success, numPassedTests } = JSON.parse(readFileSync(file, 'utf8'))
  return { ok: success === true, tests: numPassedTests }
}

async function playwright(config: string, names: string[]): Promise<PlaywrightReport> {
  const file = join(scratch, 'report.json')
  const stateDir = mkdtempSync(join(scratch, 'state-'))
  await start('playwright', process.execPath, [bins.playwright, 'test', '--config', config, ...names], {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file, STATE_DIR: stateDir },
  }).exit
  return JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport
}

function print(): string {
  const figure = (value: number) => String(Math.round(value * 100) / 100)
  const lines = rows
    .toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
    .map(({ id, what, value, limit, unit, note }) => {
      const verdict = value <= limit ? 'met' : '**missed**'
      return `| ${id} | ${what} | ${figure(value)} ${unit} | ${figure(limit)} ${unit} | ${verdict} | ${note ?? ''} |`
    })
  const exact = proven.map(
    ({ id, what, ok, tests }) =>
      `| ${id} | ${what} | exact | exact | ${ok ? 'met' : '**missed**'} | ${tests} tests |`,
  )
  return `# Media, measured

Made by \`npm run bench:media\`: headless Chromium, the real site, local R2, and the same files on nginx beside it. Times are those of
the machine that ran it; a median of three unless the row says otherwise. Fixtures: a minute of noisy 720p at 3.2 Mbit/s with B-frames, a
key frame every 5 s and the index at the end, published through the upload page, and the same five times over.

| | what | measured | limit | | |
| --- | --- | ---: | ---: | --- | --- |
${[...lines, ...exact].join('\n')}
${broken.length > 0 ? `\nNot measured to the end: ${broken.map(({ title }) => title).join('; ')}.\n` : ''}`
}
