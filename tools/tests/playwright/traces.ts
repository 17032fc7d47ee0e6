import { bins, runAloud } from '../../programs/process.ts'

/**
 * Runs the failed tests of a run again to record traces: recording every test would take longer. The first
 * result counts; a test that passes now was flaky. `results` is the folder of that run's errors, which are
 * kept.
 */
export async function traceFailures(
  print: (text: string) => void,
  args: string[],
  results: string,
  env: Record<string, string>,
): Promise<void> {
  const failed = ['--last-failed', '--last-failed-file', `${results}/.last-run.json`]
  const more = [...failed, '--output', `${results}-traces`, '--trace', 'on', '--reporter', 'line']
  await runAloud('playwright', [bins.playwright, ...args, ...more], print, env)
}
