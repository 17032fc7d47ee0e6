import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

/** The acceptance numbers of playing and making media, with nothing else running. `npm run bench:media`. */
export default defineConfig({
  ...base,
  testDir: 'test',
  testMatch: ['bench/*.bench.ts', 'media/*.bench.ts'],
  workers: 1,
  timeout: 20 * 60_000,
  projects: base.projects?.filter(({ name }) => name === 'desktop') ?? [],
})
