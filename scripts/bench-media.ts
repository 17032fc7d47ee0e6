import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from '#build/web/build-once'
import { ensureTools } from '#tools/programs/installed'
import { runScript } from '#tools/programs/process'
import { ensureSecrets } from '#tools/site/local'
import { isMet, measuredBy, writeMedia } from '#tools/tests/pages/media'
import { grepOf } from '#tools/tests/playwright/names'
import { specsOf } from '#tools/tests/playwright/report'
import { listConfig, runConfig } from '#tools/tests/playwright/run-config'

const config = 'test/bench/playwright.config.ts'

/**
 * `npm run bench:media`: measures encoding and playback in headless Chromium against the real site and the same file on
 * nginx. Writes docs/bench-media.md. With names, as in `npm run bench:media -- M9`, it measures only those and replaces
 * their rows.
 */
runScript(async () => {
  const chosen = grepOf(process.argv.slice(2), await listConfig(config))
  await ensureTools(['nginx'])
  ensureSecrets()
  process.stdout.write('Building the web app and starting a site\n')
  await buildWeb()
  const scratch = mkdtempSync(join(tmpdir(), 'nocturne-bench-media-'))
  try {
    const { suites, ok } = await runConfig(config, scratch, chosen)
    const specs = suites.flatMap(specsOf)
    writeMedia(specs)
    process.exitCode = ok && specs.flatMap(measuredBy).every(isMet) ? 0 : 1
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
})
