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
 * `npm test`: everything once. The last line is the sum. `npm test -- --shuffle` runs what vitest runs in a random order,
 * `--shuffle=seed` in one that it had before.
 */
async function main(): Promise<void> {
  await ensureTools()
  ensureSecrets()
  const order = shuffleArgs(process.argv.slice(2))
  const scratch = mkdtempSync(join(tmpdir(), 'nocturne-test-'))

  function browser(name: string, slug: string, projects: string[]): Phase {
    const files = { report: join(scratch, `${slug}.json`), stateDir: join(scratch, slug) }
    return { name, run: (print) => playwright(print, files, projects) }
  }
  const check: Phase = { name: 'Checks', run: (print) => runChecks(checks, print) }
  const units: Phase = {
    name: 'Unit, worker and web tests',
    run: (print) => vitest(print, join(scratch, 'vitest.json'), order),
  }
  const browsers = browser('Browser tests', 'browsers', ['desktop', 'phone', 'alone'])
  const crawl = browser('Crawl', 'crawl', ['crawl'])
  // What stands in one row runs at the same time: neither the crawl nor vitest keeps two cores busy by itself.
  const stages = [[check, build], [crawl, units], [browsers]]
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
