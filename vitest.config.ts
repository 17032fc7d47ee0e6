import { realpathSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { testVars } from './test/support/vars.ts'
import { migrations } from './tools/database/migrations.ts'
import { keepScratchInMemory } from './tools/tests/scratch.ts'
import { queues } from './worker/queues.ts'

keepScratchInMemory()

/** No test waits on purpose, but the machine may be busy. */
const patient = { testTimeout: 60_000, hookTimeout: 60_000 }

/** The most seconds that a queue may hold a message back. */
const deliveryDelay = 43_200

/** Files that take far longer than others of their size, by which vitest orders files that it hasn't timed yet. */
const long = [
  'unit/tools/backup/restore',
  'unit/tools/backup/restore-catch-up',
  'unit/tools/backup/verify',
  'unit/platform/seed',
  'worker/platform/authorisation-matrix',
  'worker/platform/authorisation-matrix-media',
  'worker/payments/payments-swaps',
  'worker/payments/payments-invariants',
  'worker/fuzz/fuzz',
  'worker/leaving/account-erasing',
].map((name) => realpathSync(`test/${name}.test.ts`))

/** Begins with those, so that no core waits at the end for a long file that began late. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isFirst = (file: TestSpecification) =>
      long.includes(file.moduleId) && !this.ctx.cache.getTestSpecificationResult(file)
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))]
  }
}

/** Orders the files, but where they are shuffled. */
const longestFirst: Plugin = {
  name: 'longest-first',
  configureVitest({ vitest: { config } }) {
    if (config.sequence.sequencer === BaseSequencer) config.sequence.sequencer = LongestFirst
  },
}

export default defineConfig({
  plugins: [longestFirst],
  test: {
    // The worker logs its refusals, which matters only when a test fails.
    silent: 'passed-only',
    // Vitest keeps a core for itself, so with two cores it would run one file at a time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Each project is a group of its own: a worker that switches projects starts its environment
    // again.
    projects: [
      {
        test: {
          name: 'unit',
          sequence: { groupOrder: 0 },
          ...patient,
          environment: 'node',
          isolate: false,
          include: ['test/unit/**/*.test.ts', 'processors/*/tests/unit/**/*.test.ts'],
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          // A third of their time is waiting: for what is found later, and for what is typed.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 1 },
          ...patient,
          environment: 'jsdom',
          // A window and React for each file would take three times as long; the setup resets them instead.
          isolate: false,
          include: ['test/web/**/*.test.{ts,tsx}'],
          setupFiles: ['test/web/setup.ts'],
        },
      },
      {
        plugins: [
          cloudflareTest(() => ({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: {
                ...testVars,
                TEST_SCHEMA: migrations(),
                FUZZ_SEED: process.env.FUZZ_SEED ?? '',
                FUZZ_REQUESTS: process.env.FUZZ_REQUESTS ?? '',
                REPEATS: process.env.REPEATS ?? '',
                MATRIX: process.env.MATRIX ?? '',
              },
              // Tests play the queues themselves: a message delivered a second later would meet another test's site.
              queueProducers: {
                JOBS: { queueName: queues.jobs, deliveryDelay },
                IMPORTS: { queueName: queues.imports, deliveryDelay },
              },
            },
          })),
        ],
        test: {
          name: 'worker',
          sequence: { groupOrder: 2 },
          ...patient,
          // Starting workerd takes seconds; the setup empties it for each file instead.
          isolate: false,
          include: ['test/worker/**/*.test.ts', 'processors/*/tests/worker/**/*.test.ts'],
          // Its package.json leaves files out for browsers, which Vite's own resolver in tests can't do.
          deps: { optimizer: { ssr: { enabled: true, include: ['mediabunny'] } } },
          setupFiles: ['test/worker/setup.ts'],
        },
      },
    ],
  },
})
