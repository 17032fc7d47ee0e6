import type { Page } from '@playwright/test'
import { plainRoutes } from '../../support/matrix/matrix-plain-routes'
import { videoRoutes } from '../../support/matrix/matrix-video-routes'
import { expect, signInAs, test } from '../support/site'
import type { Coverage } from './coverage'
import { Crawl } from './crawl'
import { findStops, routeOf } from './stops'

/** Those who see most come first: the others add what they alone see. */
export const accounts = ['admin', 'creator', 'member', 'viewer', 'visitor']

export const widths = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}

/** Uses, at every address, what the coverage lacks, and fails for whatever does nothing or can't be used. */
export async function crawlAs(account: string, page: Page, isTouch: boolean, coverage: Coverage) {
  if (account !== 'visitor') await signInAs(page, account)
  const crawl = new Crawl(page, isTouch, coverage)
  await crawl.watch()
  const stops = coverage.stopsOf(account) ?? (await findStops(page))
  const routes = new Set(stops.map(routeOf))
  const finds = new Set<string>()
  for (const stop of stops) {
    if (await crawl.crawl(stop)) finds.add(stop)
    // What a control leads to is crawled, too, should the list not have it.
    for (const found of crawl.findings.destinations) {
      if (!isOfSite(page, found) || routes.has(routeOf(found))) continue
      routes.add(routeOf(found))
      stops.push(found)
    }
  }
  coverage.finds.set(account, finds)
  await attachUsed(crawl)
  const { faults, lost, destinations, writes } = crawl.findings
  test.info().annotations.push({ type: 'lost', description: [...lost].join('\n') })
  expect(faults).toEqual([])
  expect(
    [...writes].filter((write) => !isRoute(write)),
    'calls that the worker has no route for',
  ).toEqual([])
  expect(
    await findDead(
      page,
      [...destinations].filter((address) => isOfSite(page, address)),
    ),
    'links that lead nowhere',
  ).toEqual([])
}

/** What came of each control, for whoever wonders why one passed. */
export async function attachUsed({ findings: { used } }: Crawl): Promise<void> {
  const body = JSON.stringify(Object.fromEntries(used), null, 1)
  await test.info().attach('used', { body, contentType: 'application/json' })
}

function isOfSite(page: Page, address: string): boolean {
  return new URL(address).origin === new URL(page.url()).origin
}

/** Who may call it is told by the worker's own tests, of every route. */
function isRoute(write: string): boolean {
  return [...Object.keys(plainRoutes), ...Object.keys(videoRoutes)].some((route) =>
    new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`).test(write),
  )
}

/** Of each kind of page, one. */
async function findDead(page: Page, destinations: string[]): Promise<string[]> {
  const kinds = new Map(destinations.map((address) => [routeOf(address), address]))
  const answers = [...kinds.values()].map(async (address) => {
    const { pathname, search } = new URL(address)
    const answer = await page.request.get(pathname + search, { maxRedirects: 0 })
    return { address, status: answer.status() }
  })
  return (await Promise.all(answers)).filter(({ status }) => status >= 400).map(({ address }) => address)
}
