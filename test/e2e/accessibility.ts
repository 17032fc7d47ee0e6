import AxeBuilder from '@axe-core/playwright'
import { expect, type Frame, type Page } from '@playwright/test'
import axe from 'axe-core'

interface Options {
  /** A selector of what is looked at; the whole page unless told otherwise. */
  within?: string
  /** Looks into frames of other sites, too. That opens a second page, which a test may take for one of the site's. */
  foreign?: boolean
}

/** Returns what axe finds wrong with the page as it is: each rule, with the elements that break it. */
export async function violationsOf(page: Page, { within, foreign = false }: Options = {}): Promise<string[]> {
  if (!foreign) await Promise.all(page.frames().map(giveAxe))
  const builder = new AxeBuilder({ page, ...(!foreign && { axeSource: 'void 0' }) })
  builder.options({ resultTypes: ['violations'] }).setLegacyMode(!foreign)
  if (within) builder.include(within)
  const { violations } = await builder.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Once a document: the builder would send half a megabyte twice for every look. */
async function giveAxe(frame: Frame): Promise<void> {
  try {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
  } catch (error) {
    // It has gone meanwhile, or goes elsewhere: only the page itself is looked at for certain.
    if (frame.parentFrame() === null) throw error
  }
}

export async function expectAccessible(page: Page, options?: Options): Promise<void> {
  expect(await violationsOf(page, options), `violations at ${page.url()}`).toEqual([])
}
