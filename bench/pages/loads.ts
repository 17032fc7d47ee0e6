import { brotliCompressSync } from 'node:zlib'
import type { Browser, BrowserContext } from '@playwright/test'
import { pageBudgets } from '#build/budgets'
import { withBrowser } from '#tools/programs/browser'
import { siteOrigin } from '#tools/site/local'

// JavaScript for the page, as text: these scripts have no DOM types.

/** Notes when the page's heading appears. Until then it has loaded only the files of the first paint. */
const noteArrival = `
  const observer = new MutationObserver(() => {
    if (!document.querySelector('h1')) return
    performance.mark('arrival')
    observer.disconnect()
  })
  observer.observe(document, { childList: true, subtree: true })`

/** URLs requested until then, including the page's own. */
const askedBeforeArrival = `
  performance.getEntries()
    .filter(({ entryType }) => entryType === 'resource' || entryType === 'navigation')
    .filter(({ startTime }) => startTime <= performance.getEntriesByName('arrival')[0].startTime)
    .map(({ name }) => name)`

/** Milliseconds from the start of the navigation to the first contentful paint. */
const paintedAt = `performance.getEntriesByName('first-contentful-paint')[0].startTime`

export interface PageLoad {
  /** Brotli. */
  script: number
  style: number
  requests: number
  api: number
}

/** Measures what a first visit loads, for each page that has a budget. */
export function loadPages(): Promise<PageLoad[]> {
  return withBrowser(async (browser) => {
    const results = []
    for (const { path } of pageBudgets) {
      const context = await visit(browser)
      results.push(await loadPage(context, path))
      await context.close()
    }
    return results
  })
}

async function loadPage(context: BrowserContext, path: string): Promise<PageLoad> {
  const page = await context.newPage()
  await page.addInitScript({ content: noteArrival })
  const document = await page.goto(siteOrigin + path, { waitUntil: 'load' })
  await page.locator('h1').first().waitFor()
  const asked = await page.evaluate<string[]>(askedBeforeArrival)
  const api = asked.filter((url) => new URL(url).pathname.startsWith('/api/')).length
  const load = { script: 0, style: 0, requests: asked.length, api }
  // The files that the document names have run when the page appears; extras are loaded later.
  for (const file of new Set((await document?.text())?.match(/\/assets\/[\w.-]+\.(?:js|css)/g))) {
    const body = await (await fetch(siteOrigin + file)).arrayBuffer()
    load[file.endsWith('.css') ? 'style' : 'script'] += brotliCompressSync(body).length
  }
  return load
}

export interface PanelTimes {
  /** Milliseconds, the median of five visits with an empty cache. */
  paint: number
  /** Milliseconds until the numbers of the overview appear, also the median of five. */
  numbers: number
}

/** Measures how fast the control panel opens for an administrator. */
export function timePanel(administrator: { username: string; password: string }): Promise<PanelTimes> {
  return withBrowser(async (browser) => {
    const times: PanelTimes[] = []
    for (let visits = 0; visits < 5; visits += 1) {
      const context = await visit(browser)
      const headers = { origin: siteOrigin }
      const signIn = await context.request.post(`${siteOrigin}/api/auth/login`, {
        data: administrator,
        headers,
      })
      if (!signIn.ok()) throw new Error(`Signing in answered ${signIn.status()}`)
      const page = await context.newPage()
      await page.goto(`${siteOrigin}/admin`, { waitUntil: 'commit' })
      await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
      await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
      const numbers = await page.evaluate<number>('performance.now()')
      times.push({ paint: await page.evaluate<number>(paintedAt), numbers })
      await context.close()
    }
    const median = (of: keyof PanelTimes) => times.map((time) => time[of]).sort((a, b) => a - b)[2] ?? 0
    return { paint: median('paint'), numbers: median('numbers') }
  })
}

/** Opens a visitor's browser with the age confirmed and an empty cache. */
async function visit(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext()
  await context.addCookies([{ name: 'age_verified', value: '1', url: siteOrigin }])
  return context
}
