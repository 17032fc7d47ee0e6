import type { Page } from '@playwright/test'
import { violationsOf } from '../support/accessibility'
import type { Coverage } from './coverage'
import { type Control, type Outcome, surfaces, type View } from './page'
import { isForEveryone, isOfApp, routeOf } from './stops'
import { Visit } from './visit'

export interface Findings {
  /** The effect of each control; null for none. */
  used: Map<string, string | null>
  /** Disabled, with a reason given. */
  excused: Set<string>
  /** Disappeared before they could be used. */
  lost: Set<string>
  faults: string[]
  writes: Set<string>
  destinations: Set<string>
}

export function noFindings(): Findings {
  return {
    used: new Map(),
    excused: new Set(),
    lost: new Set(),
    faults: [],
    writes: new Set(),
    destinations: new Set(),
  }
}

/** Returns the faults of a page when it is first seen, or of the surface over it, if one is named. */
export type Inspect = (page: Page, surface: string) => Promise<string[]>

const byAxe: Inspect = async (page, surface) => {
  const found = await violationsOf(page, surface ? { within: surfaces } : {})
  return found.map((violation) => `breaks ${violation}`)
}

const nothing: Outcome = { effect: null, faults: [], missed: null }

/** Milliseconds after which a control is pressed once more, or the page reloaded to press it. */
const soonAfter = 2000

/** Dialogs that are the same on all sections of a page. */
const ofAllSections = /^(Confirm your password|Correct video)\|/

/** Uses the controls of a site in one page. Pages of the same account share findings and coverage. */
export class Crawl {
  private readonly gone = new Set<string>()
  private readonly covered = new Set<string>()
  /** Paths that redirect this account. */
  private readonly closed = new Set<string>()
  /** Controls that couldn't be pressed at the first try. They are retried with more patience. */
  private readonly misplaced = new Set<string>()
  private stop = ''
  private readonly visit: Visit

  /**
   * `bound`: milliseconds until a control counts as dead. Working controls never take that long: it allows
   * for the slowest machine.
   */
  constructor(
    private readonly page: Page,
    private readonly isTouch: boolean,
    private readonly coverage: Coverage,
    readonly findings: Findings = noFindings(),
    private readonly account = 'visitor',
    private readonly bound = 20_000,
    private readonly inspect = byAxe,
  ) {
    this.visit = new Visit(page)
  }

  /** Starts watching; call before the first page is opened. */
  async watch(): Promise<void> {
    const { page } = this
    await this.visit.watch()
    const note = (effect: string) =>
      void page.evaluate((what) => window.controls.note(what), effect).catch(() => {})
    page.on('filechooser', () => note('a file chooser'))
    page.on('download', (download) => {
      note('a download')
      void download.cancel()
    })
    page.on('dialog', (dialog) => {
      if (dialog.type() !== 'beforeunload') note('a dialog')
      void dialog.accept()
    })
    page.context().on('page', (opened) => {
      note('a new page')
      void opened.close()
    })
  }

  /**
   * Uses every control of a page that wasn't used before, including those that other controls reveal. Returns
   * whether any of them was new.
   */
  async crawl(stop: string): Promise<boolean> {
    this.stop = stop
    const { excused, lost } = this.findings
    const { underWay } = this.coverage
    const { pathname } = new URL(stop, 'http://localhost')
    if (this.closed.has(pathname) || (isForEveryone(pathname) && this.coverage.pages.has(stop))) return false
    /** The control that first revealed each control; null for those visible from the start. */
    const origins = new Map<string, string | null>()
    const unexplained = new Map<string, Control>()
    let last: string | null = null
    let isTooWide = false
    await this.visit.enter(stop)
    let view = await this.visit.look()
    // An account without access is sent to a page that is crawled on its own.
    if (this.visit.isElsewhere(stop)) {
      this.closed.add(pathname)
      return false
    }
    let isNews = await this.audit(view, true)
    // On a slow machine, more of the page has been loaded meanwhile.
    view = await this.visit.look()
    for (; ; view = await this.visit.look()) {
      // The last control led elsewhere after its effect was noted. That page is another stop.
      if (this.visit.isElsewhere(stop)) {
        await this.open()
        view = await this.visit.look()
        if (this.visit.isElsewhere(stop)) {
          this.fault(`leads to ${routeOf(this.page.url())} after ${last}`)
          break
        }
        last = null
      }
      if (await this.audit(view, false)) isNews = true
      // A phone would zoom out, and show everything smaller than intended.
      if (view.isTooWide && !isTooWide) this.fault(`is wider than the screen${last ? ` after ${last}` : ''}`)
      isTooWide ||= view.isTooWide
      for (const control of view.controls) {
        const key = this.keyOf(control)
        if (control.state === 'ready' && !origins.has(key)) {
          origins.set(key, last)
          if (last) this.coverage.openers.add(last)
        }
        if (control.state === 'disabled') excused.add(key)
        if (control.state === 'unexplained') unexplained.set(key, control)
      }
      await this.place(view)
      const next = this.choose(view)
      if (next) {
        last = this.keyOf(next)
        await this.use(next)
        continue
      }
      const missed = [...origins].find(([key]) => !this.isDone(key) && !lost.has(key))
      const elsewhere = [...origins.keys()].map((key) => underWay.get(key)).find(Boolean)
      if (elsewhere) {
        // If the control can't be used there, this page uses it.
        await elsewhere
      } else if (view.surface && (await this.leave(view))) {
        last = null
      } else if (missed) {
        const [key, origin] = missed
        // One try only: a control that doesn't come back can't be brought back.
        lost.add(key)
        await this.reach(key, origins)
        last = origin
      } else if (view.surface && !this.visit.isFresh) {
        await this.open()
        last = null
      } else break
    }
    await this.collect()
    for (const [key, { role, name }] of unexplained) {
      // A control ready at another time was waiting for a response.
      if (!this.isDone(key) && !origins.has(key))
        this.fault(`${role} "${name}" is disabled, and doesn't say why`)
    }
    return isNews
  }

  /** Audits a page when it is first seen, and an overlay whenever it shows something new. */
  private async audit({ surface, controls }: View, isFirst: boolean): Promise<boolean> {
    if (!isFirst && surface === '') return false
    const { audited, pages } = this.coverage
    const own = isFirst ? controls : controls.filter(({ shared }) => !shared)
    const unmet = own.map((control) => this.keyOf(control)).filter((key) => !this.coverage.isAudited(key))
    if (unmet.length === 0 && this.coverage.isPageAudited(this.stop)) return false
    // Noted before the audit, so that a page beside this one that shows the same isn't audited as well.
    for (const key of unmet) audited.add(key)
    const found = await this.inspected(surface)
    if (found === 'gone') {
      for (const key of unmet) audited.delete(key)
      return false
    }
    pages.add(this.stop)
    for (const fault of found) this.fault(`${surface && `with "${surface}" over it `}${fault}`)
    return true
  }

  private async inspected(surface: string): Promise<string[] | 'gone'> {
    try {
      return await this.inspect(this.page, surface)
    } catch (error) {
      // An overlay from a moment ago has closed by now.
      if (/no elements found for include/i.test(String(error))) return 'gone'
      throw error
    }
  }

  private isDone(key: string): boolean {
    return this.coverage.isUsed(key, this.account) && !this.misplaced.has(key)
  }

  /** Checks whether controls that needn't be used again could be pressed. */
  private async place({ controls }: View): Promise<void> {
    const { placed } = this.coverage
    const due = controls.filter(({ state }) => state === 'ready')
    const unplaced = due.filter((control) => this.coverage.isUnplaced(this.keyOf(control), this.account))
    if (unplaced.length === 0) return
    const keys = unplaced.map(({ key }) => key)
    const bad = await this.page.evaluate((all) => window.controls.place(all), keys)
    for (const control of unplaced) {
      placed.add(this.keyOf(control))
      if (bad.includes(control.key)) this.misplaced.add(this.keyOf(control))
    }
  }

  private choose({ controls }: View): Control | undefined {
    const { underWay } = this.coverage
    const isDue = (key: string) => !this.isDone(key) && !this.gone.has(key) && !underWay.has(key)
    const ready = controls.filter((control) => control.state === 'ready' && isDue(this.keyOf(control)))
    return ready.find(({ name }) => /^pause/i.test(name)) ?? ready.find(({ ends }) => !ends) ?? ready[0]
  }

  /** Closes an overlay with the keyboard. Returns whether it closed. */
  private async leave({ surface }: View): Promise<boolean> {
    await this.page.keyboard.press('Escape')
    return (await this.visit.look()).surface !== surface
  }

  /** Reveals a missing control again: from the present state or, failing that, from the start. */
  private async reach(missed: string, origins: Map<string, string | null>): Promise<void> {
    const way: string[] = []
    for (let key = origins.get(missed) ?? null; key && !way.includes(key); key = origins.get(key) ?? null) {
      way.unshift(key)
    }
    for (const isFresh of [false, true]) {
      if (isFresh) await this.open()
      const shown = await this.shownControls()
      const nearest = way.findLastIndex((step) => shown.has(step))
      for (const step of way.slice(Math.max(nearest, 0))) {
        const control = (await this.shownControls()).get(step)
        if (control) await this.act(control)
      }
      if ((await this.shownControls()).has(missed)) return
    }
  }

  private async shownControls(): Promise<Map<string, Control>> {
    const { controls } = await this.visit.look()
    return new Map(controls.map((control) => [this.keyOf(control), control]))
  }

  private async use(control: Control): Promise<void> {
    const { underWay } = this.coverage
    const key = this.keyOf(control)
    const { promise, resolve } = Promise.withResolvers<void>()
    underWay.set(key, promise)
    await this.attempt(control, key).finally(() => {
      underWay.delete(key)
      resolve()
    })
  }

  private async attempt(control: Control, key: string): Promise<void> {
    const { used, lost } = this.findings
    const isToPlace = this.misplaced.has(key)
    const outcome = await this.act(control, isToPlace)
    if (outcome === 'gone') {
      lost.add(key)
      this.gone.add(key)
      return
    }
    if (outcome.refusal && !this.covered.has(key)) {
      // The element over it may belong to an earlier control, such as a menu. Tries again on a reloaded page.
      this.covered.add(key)
      await this.open()
      return
    }
    lost.delete(key)
    this.misplaced.delete(key)
    this.coverage.used.add(key)
    if (!isToPlace) used.set(key, outcome.effect)
    const said = `${control.role} "${control.name}"`
    if (outcome.refusal) this.fault(`${said} can't be pressed: ${outcome.refusal}`)
    else if (!outcome.effect) this.fault(`${said} does nothing`)
    for (const fault of outcome.faults) this.fault(`${said}: ${fault}`)
  }

  /** `isToPlace`: only checks that it can be pressed. */
  private async act(control: Control, isToPlace = false): Promise<(Outcome & { refusal?: string }) | 'gone'> {
    const { page } = this
    this.visit.isFresh = false
    try {
      const coverLasts = this.covered.has(this.keyOf(control)) ? this.bound : soonAfter
      const aim = await page.evaluate(([key, limit, covered]) => window.controls.aim(key, limit, covered), [
        control.key,
        this.bound,
        coverLasts,
      ] as const)
      if (!aim) return 'gone'
      if (aim.refusal) return { ...nothing, refusal: aim.refusal }
      if (isToPlace) return { ...nothing, effect: 'could be pressed' }
      if (control.how === 'choose') await page.evaluate(() => window.controls.choose())
      else if (aim.point) await this.press(aim.point)
      else await page.keyboard.press(aim.key)
      if (control.how === 'type' || control.how === 'send') await page.keyboard.insertText('7')
      if (control.how === 'send') await page.keyboard.press('Enter')
      if (aim.point && control.how === 'press') {
        const first = await this.wait(soonAfter, false)
        if (first.effect && first.missed === null) return first
        // Waits as a person would: a slide that is still moving doesn't take another press.
        const again = await page.evaluate(() => window.controls.aimAgain())
        if (again) await this.press(again)
      }
      const last = await this.wait(this.bound, true)
      if (last.missed === null) return last
      return { ...last, refusal: `${last.missed} was pressed instead` }
    } catch (error) {
      if (!/context was destroyed|navigat/i.test(String(error))) throw error
      await this.open()
      return { ...nothing, effect: 'navigation to another document' }
    }
  }

  private wait(bound: number, isLast: boolean): Promise<Outcome> {
    return this.page.evaluate(([limit, last]) => window.controls.outcome(limit, last), [
      bound,
      isLast,
    ] as const)
  }

  private async press({ x, y }: { x: number; y: number }): Promise<void> {
    const { page } = this
    if (this.isTouch) await page.touchscreen.tap(x, y)
    else await page.mouse.click(x, y)
  }

  private async open(): Promise<void> {
    await this.collect()
    await this.visit.open(this.stop)
  }

  /** Collects the page's own records before it goes. */
  private async collect(): Promise<void> {
    const noted = await this.page.evaluate(() => {
      const { writes, destinations } = window.controls ?? { writes: [], destinations: [] }
      return { writes: writes.splice(0), destinations: destinations.splice(0) }
    })
    for (const write of noted.writes) this.findings.writes.add(write)
    for (const destination of noted.destinations) this.findings.destinations.add(destination)
  }

  private fault(words: string): void {
    this.findings.faults.push(`${this.stop}: ${words}`)
  }

  /**
   * Returns the route by which a control is counted. Where many controls send a visitor to sign in, a
   * visitor's and a member's count separately.
   */
  private routeFor(route: string): string {
    return this.account === 'visitor' && ['/', '/premium', '/video/:id'].includes(route)
      ? `${route} visitor`
      : route
  }

  private keyOf({ key, role, shared, part }: Control): string {
    if (shared) return `everywhere ${key}`
    const { everyPage } = this.coverage
    // A frame on another site shows a build of its own.
    if (part && !everyPage && isOfApp(this.stop))
      return `${part} ${this.account === 'visitor' ? 'visitor ' : ''}${key}`
    const route = this.routeFor(routeOf(this.stop))
    // A page's tabs are the same on all of its sections, and some show one list on all of them.
    const isOfAll = ofAllSections.test(key) && !everyPage
    const isSame = role === 'tab' || isOfAll || route.startsWith('/my-videos ')
    return `${isSame ? route.split(' ')[0] : route} ${key}`
  }
}
