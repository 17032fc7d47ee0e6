import type { Page, Request } from '@playwright/test'
import { watchPages } from './adapted'
import type { View } from './page'
import { isOfApp, routeOf } from './stops'

/** The longest time to wait for scripts, in milliseconds. */
const scriptsTakeAtMost = 5000

/** Longer than React delays parts of a page that are ready soon after others: 300 ms. */
const revealsWithin = 400

/** Goes from page to page of a site in one tab, and waits until each page is complete. */
export class Visit {
  /** Scripts that may still be loading. */
  private readonly scripts = new Set<Request>()
  /** Whether the document is the app, which shows its other pages without loading another document. */
  private isInApp = false
  /** Whether nothing was used since the document was loaded. A caller that uses something clears it. */
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

  /** Shows a page within the app if possible, which takes a fraction of the time of loading it. */
  async enter(stop: string): Promise<void> {
    const isThere = this.isNear(stop) && (await this.page.evaluate((to) => window.controls.go(to), stop))
    if (!isThere) return this.open(stop)
    await this.waitForHeading()
    // Parts of it may still be loading.
    await this.look()
    await this.page.evaluate((quiet) => window.controls.arrive(quiet), revealsWithin)
  }

  /** Loads a page. */
  async open(stop: string): Promise<void> {
    this.scripts.clear()
    const from = new URL(this.page.url())
    const to = new URL(stop, from.origin === 'null' ? 'http://localhost' : from)
    // A browser shows the same page with another hash without loading it, and a reload restores typed input.
    // After about:blank, the page would start in a new process.
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
   * Returns the view once all scripts have arrived. No element shows that a module is loading, and content
   * that it adds later would look like the effect of the next press. A worker that is terminated never
   * reports its last scripts, so after a time they are ignored.
   */
  async look(): Promise<View> {
    const start = performance.now()
    for (;;) {
      // As text: Playwright takes longer to transfer a large object than the page takes for its survey.
      const text = await this.page.evaluate(async () => JSON.stringify(await window.controls.look()))
      const view = JSON.parse(text) as View
      if (this.scripts.size === 0) return view
      if (performance.now() - start > scriptsTakeAtMost) this.scripts.clear()
    }
  }

  /**
   * Returns whether the app can show a page in the present document. Only another document ends the effects
   * of an earlier page's controls, and the state that a page at the same path keeps.
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
