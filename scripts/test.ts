import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checks, runChecks } from '#tools/checks/list'
import { ensureTools } from '#tools/programs/installed'
import { ensureSecrets } from '#tools/site/local'
import { build } from '#tools/site/steps'
import { makeDemo } from '#tools/tests/demo'
import { type Phase, runPhases } from '#tools/tests/phases'
import { playwright } from '#tools/tests/playwright/phase'
import { keepScratchInMemory } from '#tools/tests/scratch'
import { shuffleArgs, vitest } from '#tools/tests/vitest'

const limitMinutes = 10

interface BrowserPhase {
  /** Names the folders of its results. */
  slug: string
  projects: string[]
  port: number
  workers?: number
}

/**
 * `npm test`: runs everything once; the last line is the sum. `npm test -- --shuffle` runs the vitest tests
 * in random order, `--shuffle=seed` repeats an earlier order.
 */
async function main(): Promise<void> {
  await ensureTools()
  ensureSecrets()
  const order = shuffleArgs(process.argv.slice(2))
  keepScratchInMemory()
  const scratch = mkdtempSync(join(tmpdir(), 'nocturne-test-'))
  const demoState = join(scratch, 'demo')

  function browser(name: string, { slug, projects, ...site }: BrowserPhase): Phase {
    const place = { ...site, scratch: join(scratch, slug), results: join('test-results', slug) }
    const chosen = projects.map((project) => `--project=${project}`)
    return {
      name,
      run: (print) => {
        cpSync(demoState, place.scratch, { recursive: true })
        return playwright(print, place, chosen)
      },
    }
  }
  const check: Phase = { name: 'Checks', run: (print) => runChecks(checks, print) }
  const units: Phase = {
    name: 'Unit, worker and web tests',
    run: (print) => vitest(print, join(scratch, 'vitest.json'), order),
  }
  const browsers = browser('Browser tests', {
    slug: 'browsers',
    projects: ['desktop', 'phone'],
    port: 8797,
  })
  const players = browser('Player tests', {
    slug: 'players',
    projects: ['player', 'player-phone'],
    port: 8797,
    // They wait for videos that play in real time: with three, the cores were idle a third of the time.
    workers: 4,
  })
  const alone = browser('Review with approval', {
    slug: 'alone',
    projects: ['alone'],
    port: 8817,
  })
  // Each phase keeps two cores busy on its own. Side by side they took as long, and pages appeared so late
  // that tests of the browser failed.
  const stages = [[[build]], [[check], [makeDemo(demoState)]], [[units]], [[browsers, alone]], [[players]]]
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
