import type { Page } from '@playwright/test'
import { watchAccess } from './access'
import { surfaces, watchControls } from './page'
import { patterns, people } from './stops'

/**
 * The system's colours, text of twice the size, and the width of a page at 400 %. Each returns a function
 * that restores the usual look.
 */
const adaptations = {
  "in the system's colours": async (page: Page) => {
    await page.evaluate(() => window.access.remember())
    await page.emulateMedia({ forcedColors: 'active' })
    // The pages' own styles for these colours are loaded only now.
    await page.waitForFunction(
      () =>
        !document.querySelector('#root') ||
        [...document.styleSheets].some(({ href }) => href?.includes('/forced-colors')),
    )
    return () => page.emulateMedia({ forcedColors: null })
  },
  'with large text': async (page: Page) => {
    const session = await page.context().newCDPSession(page)
    // As in the browser's own settings.
    const setSize = async (standard: number) => {
      await session.send('Page.setFontSizes', { fontSizes: { standard } })
      // The page gets it a moment later.
      await page.waitForFunction(
        (size) => getComputedStyle(document.documentElement).fontSize === size,
        `${standard}px`,
      )
      // Some lengths follow in the next frame.
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
    }
    await setSize(32)
    return async () => {
      await setSize(16)
      await session.detach()
    }
  },
  'at 320 px': async (page: Page) => {
    const size = page.viewportSize()
    await page.setViewportSize({ width: 320, height: 640 })
    return async () => size && page.setViewportSize(size)
  },
}

/** Returns the obstacles to people who see a page in another way, and to those who use keys. */
export async function adapted(page: Page): Promise<string[]> {
  const found = [...(await faults(page)), ...(await focused(page))]
  for (const [name, adapt] of Object.entries(adaptations)) {
    const goBack = await adapt(page)
    await page.evaluate(async () => void (await window.controls.look()))
    const those = [...(await faults(page)), ...(await focused(page))]
    found.push(...those.map((fault) => `${name} ${fault}`))
    await goBack()
  }
  return found
}

function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => window.access.faults())
}

function focused(page: Page): Promise<string[]> {
  return page.evaluate(() => window.access.focusFaults())
}

/** Goes through the page with Tab, and returns the controls that it never reaches. */
export async function tabbed(page: Page): Promise<string[]> {
  await page.evaluate(() => window.access.follow())
  const press = async (times: number) => {
    for (let time = 0; time < times; time += 1) await page.keyboard.press('Tab')
    return page.evaluate(() => window.access.unreached())
  }
  // Frames and scrolling rows take it too, and more may be loaded on the way.
  const all = async () => (await page.evaluate(() => window.controls.all().length)) + 10
  const left = await press(await all())
  return left.length > 0 ? press(await all()) : left
}

/** Starts the scripts that `adapted` and `tabbed` need. Call it before a page is opened. */
export async function watchPages(page: Page): Promise<void> {
  await page.addInitScript(watchControls, { patterns, surfaces, people })
  await page.addInitScript(watchAccess, surfaces)
}

/** Opens a page, and returns once it is complete. */
export async function openWhole(page: Page, stop: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(stop)
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.evaluate(() => window.controls.arrive())
  await page.evaluate(async () => void (await window.controls.look()))
}
