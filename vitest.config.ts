import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { testVars } from './test/support/vars.ts'

/** Nothing waits on purpose, but the machine may be busy with other things. */
const testTimeout = 20_000

export default defineConfig({
  test: {
    // The worker logs what it refuses; that matters when a test fails.
    silent: 'passed-only',
    // Vitest keeps a core for itself, and so runs file after file on a machine that has two. Half of that time waits.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          testTimeout,
          environment: 'node',
          isolate: false,
          include: ['test/unit/**/*.test.ts'],
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          testTimeout,
          environment: 'jsdom',
          include: ['test/web/**/*.test.{ts,tsx}'],
          // Not shared between files: a jsdom that draws while a test's clock is a fake one never draws again.
          setupFiles: ['test/web/setup.ts'],
        },
      },
      {
        // The package's modules reach for node:fs behind a `browser` field that Vite turns into an import of nothing;
        // its bundle doesn't. Wrangler's own bundler copes with either.
        resolve: { alias: { mediabunny: resolve('node_modules/mediabunny/dist/bundles/mediabunny.mjs') } },
        plugins: [
          cloudflareTest(async () => ({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: { ...testVars, TEST_MIGRATIONS: await readD1Migrations('migrations') },
            },
          })),
        ],
        test: {
          name: 'worker',
          testTimeout,
          // Starting a workerd takes seconds; the setup gives each file an empty one instead.
          isolate: false,
          include: ['test/worker/**/*.test.ts'],
          setupFiles: ['test/support/apply-migrations.ts'],
        },
      },
    ],
  },
})
