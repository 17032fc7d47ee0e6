import { randomInt } from 'node:crypto'
import { relative } from 'node:path'
import { bins, runAloud } from '../programs/process.ts'
import { brief, type Print, type Sum, write } from './phases.ts'
import { readReport } from './read-report.ts'

interface VitestReport {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[]
  }[]
}

/** Runs vitest with these arguments, which may select some of the tests. `file` is for its report. */
export async function vitest(print: Print, file: string, args: string[]): Promise<Sum> {
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const code = await runAloud('vitest', [bins.vitest, 'run', ...reporters, ...args], print)
  const report = readReport<VitestReport>(file)
  if (!report) return { passed: 0, faults: ['vitest wrote no report'] }
  const faults = report.testResults.flatMap(faultsOf)
  // An error outside all tests and files shows only in the exit code.
  if (code !== 0 && faults.length === 0) faults.push(`vitest ended with ${code}`)
  return { passed: report.numPassedTests, faults }
}

function faultsOf(file: VitestReport['testResults'][number]): string[] {
  const where = relative(process.cwd(), file.name)
  const tests = file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${where}: ${fullName}: ${brief(failureMessages?.[0])}`)
  // A file that couldn't be loaded has no failed test, although none of its tests ran.
  return tests.length === 0 && file.status === 'failed' ? [`${where}: ${brief(file.message)}`] : tests
}

/**
 * Returns the arguments for `--shuffle` or `--shuffle=seed`: files and tests in an order that the seed
 * reproduces. Throws for any other option.
 */
export function shuffleArgs(options: string[]): string[] {
  const known = /^--shuffle(?:=(\d+))?$/
  const wrong = options.find((option) => !known.test(option))
  if (wrong !== undefined) throw new Error(`npm test takes --shuffle or --shuffle=NUMBER, not ${wrong}`)
  const [option] = options
  if (option === undefined) return []
  const seed = known.exec(option)?.[1] ?? String(randomInt(1_000_000))
  write(`Shuffled; --shuffle=${seed} repeats the order\n`)
  return ['--sequence.shuffle', `--sequence.seed=${seed}`]
}
