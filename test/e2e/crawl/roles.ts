import type { Page } from '@playwright/test'
import { plainRoutes } from '../../support/matrix/matrix-plain-routes'
import { videoRoutes } from '../../support/matrix/matrix-video-routes'
import { expect, signInAs, test } from '../support/site'
import { recordForeign } from '../support/third-party'
import type { Coverage } from './coverage'
import { Crawl, type Findings, noFindings } from './crawl'
import { findStops, routeOf } from './stops'

/** The accounts that see most come first: the others add what only they see. */
export const accounts = ['admin', 'creator', 'member', 'viewer', 'visitor']

export const widths = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}

/** Browsers that share an account's pages. They mostly wait, for pages that load and settle. */
const crawlers = 3

/**
 * Uses, on every page, the controls missing from the coverage. Fails for each that does nothing or can't be
 * used.
 */
export async function crawlAs(
  account: string,
  newPage: () => Promise<Page>,
  isTouch: boolean,
  coverage: Coverage,
) {
  const findings = noFindings()
  const pages = await Promise.all(Array.from({ length: crawlers }, newPage))
  const [page] = pages as [Page]
  for (const each of account === 'visitor' ? [] : pages) await signInAs(each, account)
  const site = test.info().project.use.baseURL ?? ''
  const foreign = pages.map((each) => recordForeign(each.context(), site))
  const stops = coverage.stopsOf(account) ?? (await findStops(page))
  const routes = new Set(stops.map(routeOf))
  const finds = new Set<string>()
  await Promise.all(
    pages.map(async (own) => {
      const crawl = new Crawl(own, isTouch, coverage, findings, account === 'visitor')
      await crawl.watch()
      for (let stop = stops.shift(); stop; stop = stops.shift()) {
        if (await crawl.crawl(stop)) finds.add(stop)
        // Pages that controls lead to are crawled too if the list lacks them.
        for (const found of findings.destinations) {
          if (!isOfSite(own, found) || routes.has(routeOf(found))) continue
          routes.add(routeOf(found))
          stops.push(found)
        }
      }
    }),
  )
  coverage.finds.set(account, finds)
  await attachUsed(findings)
  const { faults, lost, destinations, writes } = findings
  // Providers of payments run their scripts there.
  const uninvited = foreign.flat().filter((request) => request.page !== '/checkout')
  expect(uninvited, 'what pages load from other hosts').toEqual([])
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

/** Attaches the effect of each control, to explain why one passed. */
export async function attachUsed({ used }: Findings): Promise<void> {
  const body = JSON.stringify(Object.fromEntries(used), null, 1)
  await test.info().attach('used', { body, contentType: 'application/json' })
}

function isOfSite(page: Page, address: string): boolean {
  return new URL(address).origin === new URL(page.url()).origin
}

/** Returns whether a route takes this write. The worker's own tests say who may call it. */
function isRoute(write: string): boolean {
  return [...Object.keys(plainRoutes), ...Object.keys(videoRoutes)].some((route) =>
    new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`).test(write),
  )
}

/** Tries one of each kind of page. */
async function findDead(page: Page, destinations: string[]): Promise<string[]> {
  const kinds = new Map(destinations.map((address) => [routeOf(address), address]))
  const answers = [...kinds.values()].map(async (address) => {
    const { pathname, search } = new URL(address)
    const answer = await page.request.get(pathname + search, { maxRedirects: 0 })
    return { address, status: answer.status() }
  })
  return (await Promise.all(answers)).filter(({ status }) => status >= 400).map(({ address }) => address)
}
