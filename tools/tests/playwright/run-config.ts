import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { bins, run, runAloud } from '../../programs/process.ts'
import { write } from '../phases.ts'
import { readReport } from '../read-report.ts'
import { type Report, type Spec, specsOf } from './report.ts'

/** Returns the browser tests of a config without running them. */
export async function listConfig(config: string): Promise<Spec[]> {
  const args = [bins.playwright, 'test', '--config', config, '--list', '--reporter=json']
  return (JSON.parse(await run(process.execPath, args)) as Report).suites.flatMap(specsOf)
}

/**
 * Runs the browser tests of a config, or those that some arguments choose, against a site with an empty
 * state. Returns Playwright's report, and whether all tests passed.
 */
export async function runConfig(
  config: string,
  scratch: string,
  chosen: string[] = [],
): Promise<Report & { ok: boolean }> {
  const folder = mkdtempSync(join(scratch, 'run-'))
  const reportFile = join(folder, 'report.json')
  const code = await runAloud('playwright', [bins.playwright, 'test', '--config', config, ...chosen], write, {
    PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile,
    STATE_DIR: join(folder, 'state'),
  })
  const report = readReport<Report>(reportFile)
  if (!report) throw new Error(`playwright wrote no report for ${config}`)
  return { ...report, ok: code === 0 }
}
