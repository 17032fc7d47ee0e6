import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isOfBrowsers, writeBrowsers } from './lib/browsers-page.ts'
import { ensureSecrets } from './lib/local.ts'
import { brief } from './lib/phases.ts'
import { type Spec, specsOf } from './lib/playwright-report.ts'
import { runConfig } from './lib/run-config.ts'
import { buildWeb } from './lib/steps.ts'
import { ensureTools } from './lib/tools.ts'

/**
 * `npm run test:long`: tests that take minutes. Writes docs/long-tests.md and docs/browsers.md. Given a part of their
 * paths, as `npm run test:long -- long/browsers`, it runs those alone, and leaves docs/long-tests.md as it is.
 */
const files = process.argv.slice(2)
await ensureTools()
ensureSecrets()
await buildWeb()
const scratch = mkdtempSync(join(tmpdir(), 'nocturne-long-'))
try {
  const { suites, stats, ok } = await runConfig('test/long/playwright.config.ts', scratch, files)
  const specs = suites.flatMap(specsOf)
  const ofBrowsers = specs.filter(isOfBrowsers)
  if (ofBrowsers.length > 0) writeBrowsers(ofBrowsers)
  if (files.length === 0)
    writeFileSync('docs/long-tests.md', pageOf(specs.filter((spec) => !isOfBrowsers(spec))))
  process.stdout.write(`\n${stats.expected} passed, ${stats.unexpected} failed, ${stats.skipped} not run\n`)
  process.exitCode = ok ? 0 : 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function pageOf(specs: Spec[]): string {
  return `# Long tests

Made by \`npm run test:long\`. Times are from one machine; treat them as orders of magnitude.

| test | result | figures |
| --- | --- | --- |
${specs.map(rowOf).join('\n')}
`
}

function rowOf({ title, ok, tests }: Spec): string {
  const figures = tests.flatMap(({ annotations }) =>
    annotations.filter(({ type }) => type === 'figure').map(({ description }) => description),
  )
  const errors = tests
    .flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))
    .map((message) => brief(message).replaceAll('|', '\\|'))
  return `| ${title} | ${ok ? 'passed' : '**failed**'} | ${[...figures, ...errors].join('<br>')} |`
}
