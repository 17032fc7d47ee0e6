import { globSync } from 'node:fs'
import { Stryker } from '@stryker-mutator/core'

export interface Part {
  name: string
  /** From the root of the repository. */
  files: string[]
  /** A pattern of files. */
  tests: string
}

/** The security-relevant parts of the code, in the order of the page. */
export const parts: readonly Part[] = [
  {
    name: 'Policy',
    files: 'worker/policy/*.ts',
    tests:
      'test/unit/policy/{input/{blocked-terms,links},media/{access,derived-files},quota,regions,review,secret-guard,video-access}.test.ts',
  },
  {
    name: 'Byte ranges',
    files: 'worker/storage/range.ts',
    tests: 'test/unit/platform/range.test.ts',
  },
  {
    name: 'Media tokens',
    files: 'worker/storage/media-token.ts',
    tests: 'test/unit/policy/media/token.test.ts',
  },
  {
    name: 'Guard of outgoing URLs',
    files: 'worker/integrations/origin/{url-guard,public-address}.ts',
    tests: 'test/unit/policy/url-guard.test.ts',
  },
  {
    name: 'Sum of a term',
    files: 'worker/services/payments/entitlements/fold.ts',
    tests: 'test/unit/payments/entitlement-fold.test.ts',
  },
  {
    name: 'Settling of orders',
    files: 'worker/services/payments/settlement/settle.ts',
    tests:
      '{test/worker/payments/payments-{verdicts,settle},processors/razorpay/tests/worker/signatures}.test.ts',
  },
  {
    name: 'Kinds of file',
    files: 'worker/formats/probe/{sniff,container,playable}.ts',
    tests: 'test/unit/formats/{sniff,probe}.test.ts',
  },
  {
    name: 'Checks of uploads',
    files: 'worker/services/uploads/inspection/*.ts',
    tests:
      'test/worker/uploads/{poster-widths,uploads-derived,uploads-derived-refusals,uploads-refusals,imports}.test.ts',
  },
  {
    name: 'Limits',
    files: 'worker/services/shared/rate-limits/enforce.ts',
    tests: 'test/worker/platform/rate-limits.test.ts',
  },
].map(({ files, ...part }) => ({ ...part, files: globSync(files).sort() }))

const shared: ConstructorParameters<typeof Stryker>[0] = {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: true },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Endless loops are found by counting. A test that only waits for a busy machine isn't one.
  timeoutMS: 60_000,
  tempDirName: '.wrangler/stryker',
  ignorePatterns: ['/dist/*', '!/dist/worker', '/.wrangler', '/.state', '/docs', '/dev/seed', '/.ci'],
  // Stryker would read it with an API that TypeScript 7 lacks.
  tsconfigFile: 'none',
  reporters: ['progress-append-only', 'clear-text'],
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false, reportScoreTable: false },
}

/**
 * Changes a file in every small way, one at a time, and returns the changes, each with its result. It takes a
 * minute or two.
 */
export function mutate(file: string, tests: string) {
  // The config that Stryker hands to Vitest reads it.
  process.env.MUTATION_TESTS = tests
  return new Stryker({ ...shared, mutate: [file] }).runMutationTest()
}
