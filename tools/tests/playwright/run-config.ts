import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { bins, runAloud } from '../../programs/process.ts'
import { write } from '../phases.ts'
import { readReport } from '../read-report.ts'
import type { Report } from './report.ts'

/**
 * Runs the browser tests of a config, or those of some files, against a site with an empty state. Returns
 * Playwright's report, and whether all went well.
 */
export async function runConfig(
  config: string,
  scratch: string,
  files: string[] = [],
): Promise<Report & { ok: boolean }> {
  const folder = mkdtempSync(join(scratch, 'run-'))
  const reportFile = join(folder, 'report.json')
  const code = await runAloud('playwright', [bins.playwright, 'test', '--config', config, ...files], write, {
    PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile,
    STATE_DIR: join(folder, 'state'),
  })
  const report = readReport<Report>(reportFile)
  if (!report) throw new Error(`playwright wrote no report for ${config}`)
  return { ...report, ok: code === 0 }
}
