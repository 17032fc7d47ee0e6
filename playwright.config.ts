import { defineConfig } from '@playwright/test'
import { findCommand } from './scripts/lib/tools.ts'

const port = Number(process.env.TEST_PORT ?? 8797)
const origin = `http://localhost:${port}`
const desktop = { viewport: { width: 1280, height: 800 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** They change settings that every page of the site shares. */
const alone = '**/review.spec.ts'
/** Uses every control of the site, at both widths by itself; `npm test` runs it apart. */
const crawl = '**/controls*.spec.ts'

/** What the browser tests run against. */
export const site = {
  command: 'node scripts/start.ts',
  url: `${origin}/api/settings`,
  timeout: 120_000,
  gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  env: {
    PORT: String(port),
    SANDBOX_PORT: String(port + 3),
    // They sign in often, and don't measure it.
    PASSWORD_COST: '4',
    ...(process.env.STATE_DIR && { STATE_DIR: process.env.STATE_DIR }),
  },
  stdout: 'ignore',
  stderr: 'pipe',
} as const

/** Browser tests drive Chromium against the real `npm start`, with a state of their own. */
export default defineConfig({
  testDir: 'test/e2e',
  // The site answers with two cores here and elsewhere: more at once would measure the machine.
  workers: 2,
  fullyParallel: false,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  outputDir: 'test-results',
  use: {
    baseURL: origin,
    // What failed runs once more for its trace: see scripts/lib/playwright-traces.ts.
    trace: 'off',
    // A test of what moves asks for motion itself.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findCommand('chromium') ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--autoplay-policy=no-user-gesture-required',
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
  projects: [
    { name: 'crawl', testMatch: crawl, use: desktop },
    { name: 'desktop', testIgnore: [crawl, alone], use: desktop },
    {
      name: 'phone',
      testIgnore: [crawl, alone],
      // Every test runs at desktop width. The tag is for those whose way or result is another one on a phone: by touch,
      // through menus, sheets and pages that a wide screen doesn't have, or by the size of what is drawn. What the server
      // answers, what media are made of and what is kept in storage is the same at every width.
      grep: /@phone/,
      use: phone,
    },
    { name: 'alone', testMatch: alone, dependencies: ['desktop', 'phone'], use: desktop },
  ],
  webServer: site,
})
