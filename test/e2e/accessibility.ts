import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

interface Options {
  /** A selector of what is looked at; the whole page unless told otherwise. */
  within?: string
  /** Looks into frames of other sites, too. That opens a second page, which a test may take for one of the site's. */
  foreign?: boolean
}

/** Returns what axe finds wrong with the page as it is: each rule, with the elements that break it. */
export async function violationsOf(page: Page, { within, foreign = false }: Options = {}): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(!foreign)
  if (within) axe.include(within)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

export async function expectAccessible(page: Page, options?: Options): Promise<void> {
  expect(await violationsOf(page, options), `violations at ${page.url()}`).toEqual([])
}
