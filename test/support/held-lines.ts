import { afterAll, afterEach, beforeEach } from 'vitest'

// The worker logs a line for each request, which matters only when a test fails. Vitest would send each to another
// process, which takes as long as the request.

/** Functions that print one line each. */
let lines: (() => void)[] = []
let ofHooks: typeof lines = []

for (const level of ['info', 'warn', 'error'] as const) {
  // biome-ignore lint/suspicious/noConsole: for the lines of tests that fail
  const print = console[level]
  console[level] = (...said: unknown[]) => void lines.push(() => print(...said))
}

function take(): typeof lines {
  const taken = lines
  lines = []
  return taken
}

/**
 * Prints the lines of each test of this file that fails. Lines of hooks go to vitest at the end of the file,
 * which prints them if it failed.
 */
export function holdLines(): void {
  beforeEach(() => void ofHooks.push(...take()))
  afterEach(({ task }) => {
    const ofTest = take()
    if (task.result?.state === 'fail') for (const print of ofTest) print()
  })
  afterAll(() => {
    for (const print of [...ofHooks, ...take()]) print()
    ofHooks = []
  })
}
