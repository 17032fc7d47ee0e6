import type { APIRequestContext, BrowserContext, Cookie, Page } from '@playwright/test'
import { plainRoutes } from '../../support/matrix/matrix-plain-routes'
import { videoRoutes } from '../../support/matrix/matrix-video-routes'
import { signInAs } from '../support/site'
import { recordForeign } from '../support/third-party'
import type { Coverage } from './coverage'
import { Crawl, type Inspect, noFindings } from './crawl'
import { findStops, routeOf } from './stops'

/** A visit to every page as one account, by browsers that share the pages. */
export class Round {
  readonly findings = noFindings()
  /** Pages still to be visited, once they are known. */
  private stops: Promise<string[]> | undefined
  private session: Promise<Cookie[]> | undefined
  private readonly routes = new Set<string>()
  private readonly browsers: BrowserContext[] = []
  private readonly foreign: ReturnType<typeof recordForeign>[] = []

  constructor(
    private readonly account: string,
    private readonly isTouch: boolean,
    private readonly coverage: Coverage,
    private readonly site: string,
    private readonly inspect?: Inspect,
  ) {}

  /** Visits pages until there are none left. */
  async join(newBrowser: () => Promise<BrowserContext>): Promise<void> {
    if ((await this.stops)?.length === 0) return
    const browser = await newBrowser()
    this.browsers.push(browser)
    this.foreign.push(recordForeign(browser, this.site))
    const page = await browser.newPage()
    if (this.account !== 'visitor') {
      this.session ??= this.signIn(page)
      await browser.addCookies(await this.session)
    }
    this.stops ??= this.findStops(browser)
    const stops = await this.stops
    const { isTouch, coverage, findings, account, inspect } = this
    const crawl = new Crawl(page, isTouch, coverage, findings, account, undefined, inspect)
    await crawl.watch()
    for (let stop = stops.shift(); stop; stop = stops.shift()) {
      if (await crawl.crawl(stop)) this.coverage.addFind(this.account, stop)
      // Pages that controls lead to are crawled too if the list lacks them.
      for (const found of this.findings.destinations) {
        if (!this.isOfSite(found) || this.routes.has(routeOf(found))) continue
        this.routes.add(routeOf(found))
        stops.push(found)
      }
    }
    await page.close()
  }

  /** Signs in once for all browsers, since the site accepts few sign-ins at a time. */
  private async signIn(page: Page): Promise<Cookie[]> {
    // Twice: "Sign out other devices" only appears if another device is signed in.
    await signInAs(page, this.account)
    await signInAs(page, this.account)
    return page.context().cookies()
  }

  private async findStops(browser: BrowserContext): Promise<string[]> {
    const stops = this.coverage.stopsOf(this.account) ?? (await findStops(browser.request))
    for (const stop of stops) this.routes.add(routeOf(stop))
    return stops
  }

  /** Returns the faults found. */
  async faults(): Promise<string[]> {
    const { faults, writes, destinations } = this.findings
    // The payment providers' scripts run there.
    const uninvited = this.foreign.flat().filter(({ page }) => page !== '/checkout')
    const unrouted = [...writes].filter((write) => !isRoute(write))
    const own = [...destinations].filter((address) => this.isOfSite(address))
    const dead = this.browsers[0] ? await deadLinks(this.browsers[0].request, own) : []
    return [
      ...faults,
      ...uninvited.map(({ page, url }) => `${page}: loads ${url} from another host`),
      ...unrouted.map((write) => `the worker has no route for ${write}`),
      ...dead,
    ].map((fault) => `as ${this.account}, ${fault}`)
  }

  private isOfSite(address: string): boolean {
    return new URL(address).origin === new URL(this.site).origin
  }
}

/** Tries one page of each kind that links lead to, and returns those that don't exist. */
export async function deadLinks(request: APIRequestContext, addresses: Iterable<string>): Promise<string[]> {
  const kinds = new Map([...addresses].map((address) => [routeOf(address), address]))
  const answers = [...kinds.values()].map(async (address) => {
    const { pathname, search } = new URL(address)
    const answer = await request.get(pathname + search, { maxRedirects: 0 })
    return { address, isDead: answer.status() >= 400 }
  })
  const dead = (await Promise.all(answers)).filter(({ isDead }) => isDead)
  return dead.map(({ address }) => `a link leads to ${address}, which isn't there`)
}

/** Returns whether there is a route for this write. The worker's own tests say who may call it. */
function isRoute(write: string): boolean {
  return [...Object.keys(plainRoutes), ...Object.keys(videoRoutes)].some((route) =>
    new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`).test(write),
  )
}
