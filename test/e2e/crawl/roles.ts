import type { BrowserContext } from '@playwright/test'
import { expect, test } from '../support/site'
import type { Coverage } from './coverage'
import type { Inspect } from './crawl'
import { Round } from './round'

/** Accounts, those that see most first: each adds only the pages that it alone sees. */
export const accounts = ['admin', 'creator', 'member', 'viewer', 'visitor']

export const widths = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}

/** Browsers that share the pages. They mostly wait for pages to load and settle. */
const crawlers = 6

/**
 * Uses, on every page, the controls missing from the coverage. Fails for each control that does nothing or
 * can't be used. A browser that finds no page left goes on as the next account.
 */
export async function crawlAs(
  names: string[],
  newBrowser: () => Promise<BrowserContext>,
  isTouch: boolean,
  coverage: Coverage,
  inspect?: Inspect,
) {
  const site = test.info().project.use.baseURL ?? ''
  const rounds = names.map((account) => new Round(account, isTouch, coverage, site, inspect))
  const crawl = async () => {
    for (const round of rounds) await round.join(newBrowser)
  }
  await Promise.all(Array.from({ length: crawlers }, crawl))
  await attachUsed(new Map(rounds.flatMap(({ findings }) => [...findings.used])))
  const lost = rounds.flatMap(({ findings }) => [...findings.lost])
  test.info().annotations.push({ type: 'lost', description: lost.join('\n') })
  expect((await Promise.all(rounds.map((round) => round.faults()))).flat()).toEqual([])
}

/** Attaches the effect of each control, to explain why one passed. */
export async function attachUsed(used: Map<string, string | null>): Promise<void> {
  const body = JSON.stringify(Object.fromEntries(used), null, 1)
  await test.info().attach('used', { body, contentType: 'application/json' })
}
