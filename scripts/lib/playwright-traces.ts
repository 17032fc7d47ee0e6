import { bins, runAloud } from './process.ts'

/**
 * Runs what failed in the last run once more, for its traces in test-results. Recording every test would cost more than
 * the tests do. The first result stays, whatever comes of this one: what passes now was flaky.
 */
export async function traceFailures(
  print: (text: string) => void,
  projects: string[],
  env: Record<string, string>,
): Promise<void> {
  // A project that another depends on would run as a whole.
  const which = ['--last-failed', '--no-deps', ...projects.map((project) => `--project=${project}`)]
  const args = ['test', ...which, '--trace', 'on', '--reporter', 'line']
  await runAloud('playwright', [bins.playwright, ...args], print, env)
}
