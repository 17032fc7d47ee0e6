import { bins, runAloud } from './process.ts'

/**
 * Runs the failed tests of a run again to record traces, since recording every test would cost more than the tests.
 * The first result counts: a test that passes now was flaky.
 */
export async function traceFailures(
  print: (text: string) => void,
  args: string[],
  env: Record<string, string>,
): Promise<void> {
  // Without --no-deps, a project that another depends on would run as a whole.
  const more = ['--last-failed', '--no-deps', '--trace', 'on', '--reporter', 'line']
  await runAloud('playwright', [bins.playwright, ...args, ...more], print, env)
}
