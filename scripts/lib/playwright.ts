import { brief, type Print, type Sum } from './phases.ts'
import { type Report, specsOf } from './playwright-report.ts'
import { traceFailures } from './playwright-traces.ts'
import { bins, runAloud } from './process.ts'
import { readReport } from './read-report.ts'

/** Runs the browser tests of some projects and their dependencies, against a site of their own. */
export async function playwright(
  print: Print,
  files: { report: string; stateDir: string },
  projects: string[],
): Promise<Sum> {
  const args = [bins.playwright, 'test', ...projects.map((project) => `--project=${project}`)]
  const env = { STATE_DIR: files.stateDir }
  const code = await runAloud('playwright', args, print, {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: files.report,
  })
  // The crawl has thousands of steps, too many to trace.
  const traced = projects.filter((project) => project !== 'crawl')
  if (code !== 0 && traced.length > 0) await traceFailures(print, traced, env)
  const report = readReport<Report>(files.report)
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
