import type { Page, Request } from '@playwright/test'
import { watchPages } from './adapted'
import type { View } from './page'
import { isOfApp, routeOf } from './stops'

/** How long scripts may be under way, in milliseconds. */
const scriptsTakeAtMost = 5000

/** React holds back parts of a page that came soon after others, for 300 ms. */
const revealsWithin = 400

/** Goes from page to page of a site in one tab, and waits until all of a page is there. */
export class Visit {
  /** Scripts that may still be under way. */
  private readonly scripts = new Set<Request>()
  /** The document is the app, which shows its other pages without loading another. */
  private isInApp = false
  /** Nothing was used since the document was loaded. Whoever uses something takes it back. */
  isFresh = false

  constructor(private readonly page: Page) {}

  /** Starts watching; call before the first page is opened. */
  async watch(): Promise<void> {
    const { page } = this
    await watchPages(page)
    page.on('request', (request) => {
      if (request.resourceType() === 'script') this.scripts.add(request)
    })
    page.on('requestfinished', (request) => this.scripts.delete(request))
    page.on('requestfailed', (request) => this.scripts.delete(request))
  }

  /** Comes to a page within the app where it can, which takes a fraction of a load. */
  async enter(stop: string): Promise<void> {
    const isThere = this.isNear(stop) && (await this.page.evaluate((to) => window.controls.go(to), stop))
    if (!isThere) return this.open(stop)
    await this.waitForHeading()
    // Parts of it may still be on their way.
    await this.look()
    await this.page.evaluate((quiet) => window.controls.arrive(quiet), revealsWithin)
  }

  /** Loads a page. */
  async open(stop: string): Promise<void> {
    this.scripts.clear()
    const from = new URL(this.page.url())
    const to = new URL(stop, from.origin === 'null' ? 'http://localhost' : from)
    // A browser goes to the same page with another hash without loading it, and gives one that it loads again what was
    // typed there. Over about:blank it would come in a new process.
    if (from.pathname + from.search === to.pathname + to.search) await this.page.goto('/robots.txt')
    await this.page.goto(stop, { waitUntil: 'load', timeout: 60_000 })
    await this.waitForHeading()
    await this.page.evaluate(() => window.controls.arrive())
    this.isFresh = true
    this.isInApp = isOfApp(stop)
  }

  /** Returns whether another page is shown, as where an account has no access. */
  isElsewhere(stop: string): boolean {
    return routeOf(this.page.url()) !== routeOf(stop)
  }

  /**
   * No element of the page tells of a module before it has come, and what it then shows would pass for the effect of
   * the next press. A worker that is ended takes the word of its last scripts along: they are given up.
   */
  async look(): Promise<View> {
    const start = performance.now()
    for (;;) {
      // As text: for a large object, Playwright takes longer than the page for its survey.
      const text = await this.page.evaluate(async () => JSON.stringify(await window.controls.look()))
      const view = JSON.parse(text) as View
      if (this.scripts.size === 0) return view
      if (performance.now() - start > scriptsTakeAtMost) this.scripts.clear()
    }
  }

  /**
   * Returns whether the app can show it in the document as it is. What an earlier page's controls have done ends with
   * the document, and so does what a page at the same path keeps.
   */
  private isNear(stop: string): boolean {
    if (!this.isFresh || !this.isInApp || !isOfApp(stop)) return false
    const from = this.page.url()
    return new URL(stop, from).pathname !== new URL(from).pathname
  }

  private async waitForHeading(): Promise<void> {
    await this.page.locator('h1').first().waitFor({ state: 'attached', timeout: 60_000 })
  }
}
