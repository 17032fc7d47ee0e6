import type { Page } from '@playwright/test'
import { median } from '#tools/figures/median'
import { clip } from './clips'
import { type Fixtures, firstFrame, lab, origin, rounds, test, times } from './support'

/** Records the figures of a visit, before the page's own scripts run. */
const watchVisit = `{
  const visit = { paint: 0, largest: 0, blocking: 0, longest: 0, shift: 0 }
  window.visit = visit
  const on = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  on('paint', ({ name, startTime }) => name === 'first-contentful-paint' && (visit.paint = startTime))
  on('largest-contentful-paint', ({ startTime }) => (visit.largest = startTime))
  on('layout-shift', ({ value }) => (visit.shift += value))
  on('longtask', ({ duration }) => {
    visit.blocking += duration - 50
    visit.longest = Math.max(visit.longest, duration)
  })
}`

interface Visit {
  /** Milliseconds, like all figures but the layout shift. */
  paint: number
  largest: number
  /** The time of tasks beyond 50 ms each, in total. */
  blocking: number
  longest: number
  shift: number
}

test('what a first visit shows and when, in the lab', { tag: '@PAGE' }, async ({
  openPage,
  bareServer,
  row,
}) => {
  const barePage = bareServer.pageOf(clip(1).bare)
  for (const path of ['/', '/categories', '/premium']) {
    const visits = await times(rounds, async () => ({
      ours: await visit(openPage, (page) => page.goto(origin() + path, { waitUntil: 'networkidle' })),
      // Its network is idle only near the end of the minute, since the browser loads the rest as it plays.
      bare: await visit(openPage, (page) => firstFrame(page, barePage)),
    }))
    const of = (whose: 'ours' | 'bare', figure: keyof Visit) =>
      median(visits.map((each) => each[whose][figure]))
    const rowOf = (what: string, figure: keyof Visit, limit: number, unit = 'ms') =>
      row({
        id: 'PAGE',
        what: `lab, ${path}: ${what}`,
        value: of('ours', figure),
        limit,
        unit,
        ...(unit === 'ms' && { note: `a bare video's page: ${Math.round(of('bare', figure))} ms` }),
      })
    rowOf('first paint', 'paint', 800)
    rowOf('largest paint', 'largest', 1200)
    rowOf('blocking time', 'blocking', 200)
    rowOf('longest task', 'longest', 100)
    rowOf('layout shift', 'shift', 0.02, '')
  }
})

async function visit(openPage: Fixtures['openPage'], open: (page: Page) => Promise<unknown>): Promise<Visit> {
  const page = await openPage(lab)
  await page.addInitScript({ content: watchVisit })
  await open(page)
  await page.waitForFunction('window.visit.largest > 0')
  const seen = await page.evaluate<Visit>('window.visit')
  await page.context().close()
  return seen
}
