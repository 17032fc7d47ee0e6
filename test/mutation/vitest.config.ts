import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The tests of one part, set by what tries changes: tools/tests/mutation.ts and tools/tests/operands/. */
const tests = process.env.MUTATION_TESTS ?? ''

/**
 * The worker's tests run in Node, since starting workerd for each mutant would take seconds. `npm test` runs
 * the same files in workerd.
 */
const isOfWorker = /\bworker\//.test(tests)

export default defineConfig({
  resolve: {
    alias: {
      'cloudflare:workers': resolve('test/mutation/in-node/workers.ts'),
      'cloudflare:test': resolve('test/mutation/in-node/test.ts'),
    },
  },
  test: {
    silent: true,
    isolate: false,
    testTimeout: 60_000,
    include: [tests],
    setupFiles: isOfWorker ? ['test/worker/setup.ts'] : [],
  },
})
