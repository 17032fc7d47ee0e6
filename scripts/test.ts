import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from './lib/checks.ts'
import { ensureSecrets } from './lib/local.ts'
import { bins, start } from './lib/process.ts'
import { buildWeb } from './lib/steps.ts'
import { ensureTools } from './lib/tools.ts'

interface Sum {
  passed: number
  failed: number
}

/** `npm test`: checks, unit, worker, web and browser tests. The last line is the sum over all of them. */
async function main(): Promise<void> {
  await ensureTools()
  ensureSecrets()
  const scratch = mkdtempSync(join(tmpdir(), 'nocturne-test-'))
  try {
    heading('Checks')
    const sums = [await runChecks()]
    await buildWeb()
    heading('Unit, worker and web tests')
    sums.push(await vitest(join(scratch, 'vitest.json')))
    heading('Browser tests')
    sums.push(await playwright(join(scratch, 'playwright.json'), join(scratch, 'state')))
    const passed = sums.reduce((total, sum) => total + sum.passed, 0)
    const failed = sums.reduce((total, sum) => total + sum.failed, 0)
    process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
    process.exitCode = failed === 0 ? 0 : 1
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function vitest(report: string): Promise<Sum> {
  const args = [bins.vitest, 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const code = await start('vitest', process.execPath, args).exit
  const result = readReport<{ numPassedTests: number; numFailedTests: number; numFailedTestSuites: number }>(
    report,
  )
  if (!result) return { passed: 0, failed: 1 }
  const { numPassedTests: passed, numFailedTests } = result
  // A file that couldn't be loaded has no failed test, yet nothing of it ran.
  return { passed, failed: code === 0 ? 0 : Math.max(1, numFailedTests) }
}

async function playwright(report: string, stateDir: string): Promise<Sum> {
  const code = await start('playwright', process.execPath, [bins.playwright, 'test'], {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, STATE_DIR: stateDir },
  }).exit
  const result = readReport<{ stats: { expected: number; unexpected: number; flaky: number } }>(report)
  if (!result) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky } = result.stats
  return { passed: expected, failed: code === 0 ? unexpected + flaky : Math.max(1, unexpected + flaky) }
}

function readReport<Report>(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return null
  }
}

function heading(text: string): void {
  process.stdout.write(`\n${text}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.stdout.write('0 passed, 1 failed\n')
  process.exitCode = 1
})
