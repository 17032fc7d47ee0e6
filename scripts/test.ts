import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { runChecks } from './lib/checks.ts'
import { ensureSecrets } from './lib/local.ts'
import { type Report, specsOf } from './lib/playwright-report.ts'
import { bins, start } from './lib/process.ts'
import { buildWeb } from './lib/steps.ts'
import { ensureTools } from './lib/tools.ts'

interface Sum {
  passed: number
  /** What failed, each with its first words: said again at the end, where it can be found. */
  faults: string[]
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
    const faults = sums.flatMap((sum) => sum.faults)
    for (const fault of faults) process.stdout.write(`\n  FAILED  ${fault}`)
    process.stdout.write(`\n\n${passed} passed, ${faults.length} failed\n`)
    process.exitCode = faults.length === 0 ? 0 : 1
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[]
  }[]
}

async function vitest(report: string): Promise<Sum> {
  const args = [bins.vitest, 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const code = await start('vitest', process.execPath, args).exit
  const result = readReport<VitestReport>(report)
  if (!result) return { passed: 0, faults: ['vitest wrote no report'] }
  const faults = result.testResults.flatMap((file) => {
    const where = relative(process.cwd(), file.name)
    const tests = file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${where}: ${fullName}: ${brief(failureMessages?.[0])}`)
    // A file that couldn't be loaded has no failed test, yet nothing of it ran.
    return tests.length === 0 && file.status === 'failed' ? [`${where}: ${brief(file.message)}`] : tests
  })
  // An error that belongs to no test and to no file fails the run by its exit code alone.
  if (code !== 0 && faults.length === 0) faults.push(`vitest ended with ${code}`)
  return { passed: result.numPassedTests, faults }
}

async function playwright(report: string, stateDir: string): Promise<Sum> {
  const code = await start('playwright', process.execPath, [bins.playwright, 'test'], {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, STATE_DIR: stateDir },
  }).exit
  const result = readReport<Report>(report)
  if (!result) return { passed: 0, faults: ['playwright wrote no report'] }
  const faults = result.suites.flatMap(specsOf).flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => {
        const error = results.findLast((each) => each.error)?.error
        return `${file}:${line} [${projectName}]: ${title}: ${brief(error?.message)}`
      }),
  )
  if (code !== 0 && faults.length === 0) faults.push(`playwright ended with ${code}`)
  return { passed: result.stats.expected, faults }
}

/** The beginning of an error's text, on one line and without colours. */
function brief(message = 'no message'): string {
  return stripVTControlCharacters(message).replace(/\s+/g, ' ').slice(0, 300)
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
