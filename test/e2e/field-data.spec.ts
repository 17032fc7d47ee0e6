import { readFileSync } from 'node:fs'
import { expect, test } from './support/site'

const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8'))

/**
 * The tests' site samples no visits, so this page gets the tag that the worker writes into a sampled page.
 */
const script = `/${manifest['field/field.ts'].file}`
const tag = `<script type="module" async fetchpriority="low" src="${script}" data-field="/video/:id"></script>`

test('a sampled visit tells how fast it was when the page is left', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await page.route('/video/1', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('</head>', `${tag}</head>`)
    await route.fulfill({ response, body })
  })
  // A picture that is shown before any script runs has no time.
  const measured = page.waitForResponse((response) => response.url().endsWith(script))
  await page.route('/media/**', async (route) => {
    await measured
    await route.continue()
  })
  await page.goto('/video/1')
  const player = page.getByRole('group', { name: /^Video player/ })
  await player.getByRole('button', { name: 'Play', exact: true }).first().click()
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.5)
  const sent = page.waitForResponse('/api/field-data')
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  const response = await sent
  expect(response.status()).toBe(204)
  const headers = await response.request().allHeaders()
  expect([headers.cookie, headers.referer]).toEqual([undefined, undefined])
  const report = response.request().postDataJSON()
  expect(report).toEqual({
    route: '/video/:id',
    lcp: expect.any(Number),
    inp: expect.any(Number),
    cls: expect.any(Number),
    firstFrame: expect.any(Number),
    stalls: expect.any(Number),
    quality: expect.any(Number),
    hits: expect.any(Number),
    misses: expect.any(Number),
  })
  expect(report.lcp).toBeGreaterThan(0)
  expect(report.firstFrame).toBeGreaterThan(0)
  expect(report.cls).toBeLessThan(0.02)
})
