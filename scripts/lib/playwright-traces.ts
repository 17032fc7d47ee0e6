import { bins, runAloud } from './process.ts'

/**
 * Runs the failed tests again to record traces in test-results, since recording every test would cost more
 * than the tests. The first result counts: a test that passes now was flaky.
 */
export async function traceFailures(
  print: (text: string) => void,
  projects: string[],
  env: Record<string, string>,
): Promise<void> {
  // Without this, a project that another depends on would run as a whole.
  const which = ['--last-failed', '--no-deps', ...projects.map((project) => `--project=${project}`)]
  const args = ['test', ...which, '--trace', 'on', '--reporter', 'line']
  await runAloud('playwright', [bins.playwright, ...args], print, env)
}
