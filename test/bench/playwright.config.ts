import { defineConfig } from '@playwright/test'
import base, { site } from '../../playwright.config.ts'

/** The acceptance numbers of playing and encoding media, with nothing else running. `npm run bench:media`. */
export default defineConfig({
  ...base,
  testDir: '..',
  outputDir: '../../test-results',
  testMatch: ['bench/*.bench.ts', 'media/*.bench.ts'],
  workers: 1,
  // Limits of one measurement, and of them all. Measurements that are cut short keep their rows.
  timeout: 4 * 60_000,
  globalTimeout: 23 * 60_000,
  reporter: [['./progress.ts'], ['json']],
  webServer: { ...site, cwd: process.cwd() },
  projects: base.projects?.filter(({ name }) => name === 'desktop') ?? [],
})
