import { bins, runAloud } from '../../programs/process.ts'
import { brief, type Print, type Sum } from '../phases.ts'
import { readReport } from '../read-report.ts'
import { type Report, specsOf } from './report.ts'
import { traceFailures } from './traces.ts'

interface Place {
  /** Folder of the report and of the site's state. */
  scratch: string
  /** Folder of traces and errors. */
  results: string
  /** Port of the site; its sandbox takes one near it. */
  port: number
  /** By default, as many as the configuration says. */
  workers?: number
}

/**
 * Runs the browser tests that these arguments choose, without their dependencies, against a site of their
 * own.
 */
export async function playwright(
  print: Print,
  { scratch, results, port, workers }: Place,
  chosen: string[],
): Promise<Sum> {
  const args = ['test', '--no-deps', ...chosen, ...(workers ? [`--workers=${workers}`] : [])]
  const reportFile = `${scratch}.json`
  const env = { STATE_DIR: scratch, TEST_PORT: String(port) }
  const code = await runAloud('playwright', [bins.playwright, ...args, '--output', results], print, {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile,
  })
  if (code !== 0) await traceFailures(print, args, results, env)
  const report = readReport<Report>(reportFile)
  if (!report) return { passed: 0, faults: ['playwright wrote no report'] }
  const faults = report.suites.flatMap(specsOf).flatMap(faultsOf)
  if (code !== 0 && faults.length === 0) faults.push(`playwright ended with ${code}`)
  return { passed: report.stats.expected, faults }
}

function faultsOf({ file, line, title, tests }: ReturnType<typeof specsOf>[number]): string[] {
  return tests
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ projectName, results }) => {
      const error = results.findLast((each) => each.error)?.error
      return `${file}:${line} [${projectName}]: ${title}: ${brief(error?.message)}`
    })
}
