import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checks, runChecks } from './lib/checks.ts'
import { ensureSecrets } from './lib/local.ts'
import { type Phase, runPhases } from './lib/phases.ts'
import { changedFiles, relatedTests } from './lib/related-tests.ts'
import { build } from './lib/steps.ts'
import { ensureTools } from './lib/tools.ts'
import { vitest } from './lib/vitest.ts'

const limitMinutes = 3
/** The number of worker test files that fit the time limit. */
const maxWorkerTests = 16

/** `npm run test:quick`: catches most mistakes while you work. `npm test` runs everything. */
await ensureTools()
ensureSecrets()
const related = relatedTests(await changedFiles())
const chosen = related.slice(0, maxWorkerTests)
const scratch = mkdtempSync(join(tmpdir(), 'nocturne-quick-'))
const check: Phase = {
  name: 'Types and lint',
  run: (print) =>
    runChecks(
      checks.filter(({ name }) => name === 'types' || name === 'lint'),
      print,
    ),
}
const units: Phase = {
  name: 'Unit, web and related worker tests',
  run: (print) => {
    print(`  ${chosen.length} of ${related.length} related files of the worker's tests\n`)
    return vitest(print, join(scratch, 'vitest.json'), ['test/unit/', 'tests/unit/', 'test/web/', ...chosen])
  },
}
try {
  await runPhases([[[build]], [[units], [check]]], limitMinutes)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
