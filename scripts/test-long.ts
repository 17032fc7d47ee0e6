import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureSecrets } from './lib/local.ts'
import { type Report, specsOf } from './lib/playwright-report.ts'
import { bins, start } from './lib/process.ts'
import { buildWeb } from './lib/steps.ts'
import { ensureTools } from './lib/tools.ts'

/** `npm run test:long`: tests that take minutes. Writes docs/long-tests.md. */
await ensureTools()
ensureSecrets()
await buildWeb()
const scratch = mkdtempSync(join(tmpdir(), 'nocturne-long-'))
const file = join(scratch, 'report.json')
const code = await start(
  'playwright',
  process.execPath,
  [bins.playwright, 'test', '--config', 'test/long/playwright.config.ts'],
  { env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file, STATE_DIR: join(scratch, 'state') } },
).exit
const report = JSON.parse(readFileSync(file, 'utf8')) as Report
rmSync(scratch, { recursive: true, force: true })
const rows = report.suites.flatMap(specsOf).map(({ title, ok, tests }) => {
  const figures = tests.flatMap(({ annotations }) =>
    annotations.filter(({ type }) => type === 'figure').map(({ description }) => description),
  )
  return `| ${title} | ${ok ? 'passed' : '**failed**'} | ${figures.join('<br>')} |`
})
writeFileSync(
  'docs/long-tests.md',
  `# Long tests

Made by \`npm run test:long\`. Times are of the machine that ran it, with nothing else quoted beside them: read them as an order of
magnitude.

| test | result | figures |
| --- | --- | --- |
${rows.join('\n')}
`,
)
process.stdout.write(`\n${report.stats.expected} passed, ${report.stats.unexpected} failed\n`)
process.exitCode = code === 0 ? 0 : 1
