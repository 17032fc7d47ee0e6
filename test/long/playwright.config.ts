import { defineConfig } from '@playwright/test'
import base, { site } from '../../playwright.config.ts'

/** Tests that take minutes: large files, timings, starts and stops. `npm run test:long`. */
export default defineConfig({
  ...base,
  testDir: '.',
  outputDir: '../../test-results',
  workers: 1,
  timeout: 15 * 60_000,
  // With the real cost of passwords, since a sign-in is timed here.
  webServer: { ...site, cwd: process.cwd(), env: { ...site.env, PASSWORD_COST: '14' } },
  projects: base.projects?.filter(({ name }) => name === 'desktop') ?? [],
})
