import { defineConfig } from '@playwright/test'
import { chromiumOptions } from './tools/programs/browser.ts'
import { testSiteVars } from './tools/tests/demo.ts'

const port = Number(process.env.TEST_PORT ?? 8797)
const chromium = chromiumOptions()
const origin = `http://localhost:${port}`
const desktop = { viewport: { width: 1280, height: 800 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** It changes settings that every page of the site shares, so it waits for all others. */
const alone = '**/review.spec.ts'
const others = ['desktop', 'phone', 'player', 'player-phone']

/** They play in real time, and would stall on a busy machine. `npm test` runs them with nothing beside. */
const player = '**/player/*.spec.ts'
// Tests run at desktop width. `@phone` marks those that differ on a phone, and so run at both: touch, phone-only
// menus, sheets and pages, or sizes on screen. `@phone-only` marks long ones, of which the desktop would show nothing
// new. API responses, encoded media and storage don't depend on the width.
const onPhone = { grep: /@phone/, use: phone }
const onDesktop = { grepInvert: /@phone-only/, use: desktop }

/** Settings of the site under test. */
export const site = {
  command: 'node scripts/start.ts',
  url: `${origin}/api/settings`,
  // Filling the demo takes a minute of both cores, and two sites may start at once.
  timeout: 240_000,
  gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  env: {
    PORT: String(port),
    SANDBOX_PORT: String(port + 3),
    ...testSiteVars,
    ...(process.env.STATE_DIR && { STATE_DIR: process.env.STATE_DIR }),
  },
  stdout: 'ignore',
  stderr: 'pipe',
} as const

/** Browser tests drive Chromium against the real `npm start`, with a state of their own. */
export default defineConfig({
  testDir: 'test/e2e',
  // With two, both cores are idle a quarter of the time: tests wait for uploads, encoders, videos that play, and answers.
  workers: 3,
  fullyParallel: false,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  outputDir: 'test-results',
  use: {
    baseURL: origin,
    // Failed tests run again to record a trace: see tools/tests/playwright/traces.ts.
    trace: 'off',
    // Tests of animations turn motion on again.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...chromium,
      args: [
        ...chromium.args,
        '--autoplay-policy=no-user-gesture-required',
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
  projects: [
    { name: 'desktop', testIgnore: [player, alone], ...onDesktop },
    { name: 'phone', testIgnore: [player, alone], ...onPhone },
    { name: 'player', testMatch: player, use: desktop },
    { name: 'player-phone', testMatch: player, ...onPhone },
    { name: 'alone', testMatch: alone, dependencies: others, use: desktop },
  ],
  webServer: site,
})
