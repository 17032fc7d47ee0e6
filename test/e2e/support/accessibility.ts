import AxeBuilder from '@axe-core/playwright'
import { expect, type Frame, type Page } from '@playwright/test'
import axe, { type Result, type RunOptions } from 'axe-core'

interface Options {
  /** Selector of the part to check; the whole page by default. */
  within?: string
  /**
   * Checks frames of other sites too. That opens a second page, which a test may mistake for one of the
   * site's.
   */
  foreign?: boolean
}

/** Returns axe's findings about the page as it is: each rule, with the elements that break it. */
export async function violationsOf(page: Page, { within, foreign = false }: Options = {}): Promise<string[]> {
  if (foreign) {
    const builder = new AxeBuilder({ page }).options(options)
    return wordsOf((await (within ? builder.include(within) : builder).analyze()).violations)
  }
  await Promise.all(page.frames().map(prepare))
  const { violations } = await page.evaluate(
    ({ selector, how }) => axe.run(selector ? { include: [[selector]] } : document, how),
    { selector: within ?? '', how: options },
  )
  return wordsOf(violations)
}

/**
 * Includes the size of targets, which axe leaves out by default. Excludes stylesheets, which axe would load
 * again for a single rule.
 */
const options = {
  resultTypes: ['violations'],
  preload: false,
  rules: { 'target-size': { enabled: true } },
} satisfies RunOptions

function wordsOf(violations: Result[]): string[] {
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/**
 * Adds axe once per document: its builder would send half a megabyte twice for every check. A frame without axe
 * is left out.
 */
async function prepare(frame: Frame): Promise<void> {
  try {
    if (!(await hasContent(frame))) return
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
  } catch (error) {
    // The frame is gone, or is navigating: only the page itself is always checked.
    if (frame.parentFrame() === null) throw error
  }
}

/**
 * Waits until our own document in a frame is drawn. Returns false for a frame that is loaded only when it is
 * visible.
 */
async function hasContent(frame: Frame): Promise<boolean> {
  const parent = frame.parentFrame()
  if (!parent) return true
  const element = await frame.frameElement()
  const address = await element.getAttribute('src')
  if (address === null || new URL(address, parent.url()).origin !== new URL(parent.url()).origin) return true
  if (frame.url() === 'about:blank' && (await element.getAttribute('loading')) === 'lazy') return false
  // If there is still no landmark after that, axe reports it.
  await expect
    .poll(() => frame.locator('main').count())
    .toBeGreaterThan(0)
    .catch(() => null)
  return true
}

export async function expectAccessible(page: Page, options?: Options): Promise<void> {
  expect(await violationsOf(page, options), `violations at ${page.url()}`).toEqual([])
}
