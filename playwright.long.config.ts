import { defineConfig } from '@playwright/test'
import base, { site } from './playwright.config.ts'

/** What takes minutes: large files, timings, starts and stops. `npm run test:long`. */
export default defineConfig({
  ...base,
  testDir: 'test/long',
  workers: 1,
  timeout: 15 * 60_000,
  // A sign-in is timed here.
  webServer: { ...site, env: { ...site.env, PASSWORD_COST: '14' } },
  projects: base.projects?.filter(({ name }) => name === 'desktop') ?? [],
})
