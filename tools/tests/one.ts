import { join, relative } from 'node:path'
import { sourceFiles } from '../checks/imports.ts'
import type { Phase } from './phases.ts'
import { playwright } from './playwright/phase.ts'
import { vitest } from './vitest.ts'

/** Differs from the port of `npm test`, which may run at the same time. */
const port = 8827

/** Returns the path of a test from the project's folder. Throws a sentence with the nearest names if there is none. */
export function findTest(given: string): string {
  const tests = sourceFiles('{test,processors/*/tests}/**/*.{test,spec}.{ts,tsx}')
  const path = relative('', given).replaceAll('\\', '/')
  if (tests.includes(path)) return path
  const near = tests.toSorted((a, b) => likeness(path, b) - likeness(path, a)).slice(0, 3)
  throw new Error(
    `${given === '' ? 'No test was named' : `${given} isn't a test`}. Write npm run test:one -- FILE, such as ${near.join(', ')}`,
  )
}

/** Returns the share of the pairs of neighbouring letters that two paths have in common. */
function likeness(one: string, other: string): number {
  const [pairs, others] = [pairsOf(one), pairsOf(other)]
  return [...pairs].filter((pair) => others.has(pair)).length / new Set([...pairs, ...others]).size
}

function pairsOf(path: string): Set<string> {
  return new Set(Array.from(path, (letter, index) => letter + path.charAt(index + 1)))
}

/**
 * Returns the runner of a test with its arguments. Playwright itself knows which of its projects a file
 * belongs to.
 */
export function runnerOf(file: string): { runner: 'vitest' | 'playwright'; args: string[] } {
  if (!file.endsWith('.spec.ts')) return { runner: 'vitest', args: [file] }
  const isLong = file.startsWith('test/long/')
  return {
    runner: 'playwright',
    args: [...(isLong ? ['--config=test/long/playwright.config.ts'] : []), file],
  }
}

/** Runs one test, with more arguments for its runner. It fails if no test matches them. */
export function oneTest(file: string, more: string[], scratch: string): Phase {
  return {
    name: file,
    run: async (print) => {
      const { runner, args } = runnerOf(file)
      const place = { scratch: join(scratch, 'site'), results: join('test-results', 'one'), port }
      const sum =
        runner === 'vitest'
          ? await vitest(print, join(scratch, 'vitest.json'), [...args, ...more])
          : await playwright(print, place, [...args, ...more])
      return sum.passed + sum.faults.length > 0 ? sum : { ...sum, faults: [`${file}: no test ran`] }
    },
  }
}
