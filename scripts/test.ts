import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checks, runChecks } from './lib/checks.ts'
import { ensureSecrets } from './lib/local.ts'
import { type Phase, runPhases } from './lib/phases.ts'
import { playwright } from './lib/playwright.ts'
import { build } from './lib/steps.ts'
import { ensureTools } from './lib/tools.ts'
import { shuffleArgs, vitest } from './lib/vitest.ts'

const limitMinutes = 15

/**
 * `npm test`: runs everything once; the last line is the sum. `npm test -- --shuffle` runs the vitest tests
 * in random order, `--shuffle=seed` repeats an earlier order.
 */
async function main(): Promise<void> {
  await ensureTools()
  ensureSecrets()
  const order = shuffleArgs(process.argv.slice(2))
  const scratch = mkdtempSync(join(tmpdir(), 'nocturne-test-'))

  function browser(name: string, slug: string, port: number, projects: string[]): Phase {
    const place = { scratch: join(scratch, slug), results: join('test-results', slug), port }
    return { name, run: (print) => playwright(print, place, projects) }
  }
  const check: Phase = { name: 'Checks', run: (print) => runChecks(checks, print) }
  const units: Phase = {
    name: 'Unit, worker and web tests',
    run: (print) => vitest(print, join(scratch, 'vitest.json'), order),
  }
  const browsers = browser('Browser tests', 'browsers', 8797, ['desktop', 'phone'])
  const players = browser('Player tests', 'players', 8797, ['player', 'player-phone'])
  const crawl = browser('Crawl', 'crawl', 8807, ['crawl'])
  const alone = browser('Review with approval', 'alone', 8807, ['alone'])
  // The crawl and the browser tests often wait for a page, which leaves time to the rest.
  const stages = [
    [[check], [build]],
    [
      [crawl, alone],
      [units, browsers],
    ],
    [[players]],
  ]
  try {
    await runPhases(stages, limitMinutes)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.stdout.write('0 passed, 1 failed\n')
  process.exitCode = 1
})
