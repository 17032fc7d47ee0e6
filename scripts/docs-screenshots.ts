import { statSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import { buildWeb } from '#build/web/build-once'
import { withBrowser } from '#tools/programs/browser'
import { ensureSecrets, siteOrigin } from '#tools/site/local'
import { requireFreePorts, startSite } from '#tools/site/start'
import { checkConfig, migrate, seed } from '#tools/site/steps'

/**
 * `npm run docs:screenshots`: takes the README's pictures from the demo content, in a state of their own.
 * They are committed; run it again when the home page or the watch page changes.
 */
const maxBytes = 150_000

async function main(): Promise<void> {
  await requireFreePorts()
  ensureSecrets()
  await checkConfig()
  await Promise.all([migrate().then(seed), buildWeb()])
  const site = await startSite()
  try {
    await withBrowser(async (browser) => {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 860 },
        reducedMotion: 'reduce',
      })
      // Past the age gate, in the worker's documents and in the app. As text: these scripts know no DOM.
      await context.addCookies([{ name: 'age_verified', value: '1', url: siteOrigin }])
      await context.addInitScript({ content: `localStorage.setItem('ageVerified', 'true')` })
      await takePictures(context)
    })
  } finally {
    await site.stop()
  }
}

async function takePictures(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto(siteOrigin)
  await take(page, 'docs/home.jpg')

  const free = page.locator('a[href^="/video/"]').filter({ hasNotText: 'Premium' }).first()
  await page.goto(siteOrigin + (await free.getAttribute('href')))
  await take(page, 'docs/watch.jpg')
}

async function take(page: Page, path: string): Promise<void> {
  await page.locator('h1').first().waitFor()
  // Lazy pictures further down never load.
  await page.evaluate(
    `Promise.all([...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight).map((image) => image.decode()))`,
  )
  await page.screenshot({ path, type: 'jpeg', quality: 80 })
  const { size } = statSync(path)
  if (size > maxBytes) throw new Error(`${path} has ${size} bytes, and may have ${maxBytes}`)
}

await main()
