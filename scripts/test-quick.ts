import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checks, runChecks } from '#tools/checks/list'
import { ensureTools } from '#tools/programs/installed'
import { ensureSecrets } from '#tools/site/local'
import { build } from '#tools/site/steps'
import { type Phase, runPhases } from '#tools/tests/phases'
import { changedFiles, relatedTests } from '#tools/tests/related'
import { vitest } from '#tools/tests/vitest'

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
