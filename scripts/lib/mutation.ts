import { existsSync, globSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { Stryker } from '@stryker-mutator/core'

interface Part {
  name: string
  files: string
  tests: string
}

/** What guards, in the order of the report. */
const parts: readonly Part[] = [
  {
    name: 'Policy',
    files: 'worker/policy/*.ts',
    tests:
      'test/unit/policy/{blocked-terms,derived-files,links,media-access,quota,regions,review,secret-guard,video-access}.test.ts',
  },
  { name: 'Byte ranges', files: 'worker/storage/range.ts', tests: 'test/unit/platform/range.test.ts' },
  {
    name: 'Media tokens',
    files: 'worker/storage/media-token.ts',
    tests: 'test/unit/policy/media-token.test.ts',
  },
  {
    name: 'Guard of outgoing URLs',
    files: 'worker/integrations/origin/{url-guard,public-address}.ts',
    tests: 'test/unit/policy/url-guard.test.ts',
  },
  {
    name: 'Sum of a term',
    files: 'worker/services/payments/payments/fold.ts',
    tests: 'test/unit/payments/entitlement-fold.test.ts',
  },
  {
    name: 'Settling of orders',
    files: 'worker/services/payments/payments/settle.ts',
    tests: 'test/worker/payments/{payments-{verdicts,settle},providers/payments-razorpay-signatures}.test.ts',
  },
  {
    name: 'Kinds of file',
    files: 'worker/formats/{sniff,probe-container,probe-playable}.ts',
    tests: 'test/unit/formats/{sniff,probe}.test.ts',
  },
  {
    name: 'Checks of uploads',
    files: 'worker/services/uploads/uploads/inspect*.ts',
    tests:
      'test/worker/uploads/{poster-widths,uploads-derived,uploads-derived-refusals,uploads-refusals}.test.ts',
  },
  {
    name: 'Limits',
    files: 'worker/services/shared/rate-limits/enforce.ts',
    tests: 'test/worker/platform/rate-limits.test.ts',
  },
]

const shared: ConstructorParameters<typeof Stryker>[0] = {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: true },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // An endless loop is found by counting. What only waits for a busy machine isn't one.
  timeoutMS: 60_000,
  tempDirName: '.wrangler/stryker',
  ignorePatterns: ['/dist/*', '!/dist/paint', '/.wrangler', '/.state', '/docs', '/dev/seed', '/.ci'],
  // Stryker would read it by an API that TypeScript 7 doesn't have.
  tsconfigFile: 'none',
  reporters: ['progress-append-only', 'clear-text', 'json'],
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false, reportScoreTable: false },
}

/** A change of the code, and what came of it. */
export interface Mutant {
  status: string
  replacement: string
  /** Lines and columns from 1; the end isn't included. */
  location: Record<'start' | 'end', { line: number; column: number }>
}

export interface Tried {
  part: string
  /** From the root of the repository. */
  file: string
  /** The code that was changed. */
  source: string
  mutants: Mutant[]
}

/**
 * Changes the parts in every small way, one at a time, and notes which changes the tests noticed. `only` is a pattern of
 * files: a file takes a minute or two.
 */
export async function mutate(only = '**'): Promise<void> {
  for (const { files, tests } of parts) {
    for (const file of filesOf(files).filter((each) => matchesGlob(each, only))) {
      // The config that Stryker hands to Vitest reads it.
      process.env.MUTATION_TESTS = tests
      const stryker = new Stryker({ ...shared, mutate: [file], jsonReporter: { fileName: notesOf(file) } })
      await stryker.runMutationTest()
    }
  }
}

/** Returns the last results of every file; of one that was never tried, none. */
export function lastResults(): Tried[] {
  return parts.flatMap(({ name, files }) =>
    filesOf(files).map((file) => {
      const notes = existsSync(notesOf(file)) ? readFileSync(notesOf(file), 'utf8') : '{"files":{}}'
      const { source = '', mutants = [] } = (JSON.parse(notes) as Notes).files[file] ?? {}
      return { part: name, file, source, mutants }
    }),
  )
}

/** Part of Stryker's report, by the schema of mutation-testing-elements. */
interface Notes {
  files: Record<string, Pick<Tried, 'source' | 'mutants'>>
}

function filesOf(pattern: string): string[] {
  return globSync(pattern).sort()
}

function notesOf(file: string): string {
  return `.wrangler/mutation/${file.replaceAll('/', '.')}.json`
}
