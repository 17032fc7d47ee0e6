import type { BrowserContext } from '@playwright/test'
import { violationsOf } from '../support/accessibility'
import { expect, signInAs, test } from '../support/site'
import { recordForeign } from '../support/third-party'
import { watchAnswers } from './answers'
import { widths } from './roles'
import { deadLinks } from './round'
import { findStops, routeOf } from './stops'
import { Visit } from './visit'

/** Pages that visitors see differently from members. */
const otherForVisitors = ['/', '/premium', '/video/:id']

/** Pages that an account has seen, which the next one leaves out. */
const seen = new Set<string>()

// The accounts that see most come first. `npm run test:long` uses every control of these pages, and of the
// dialogs that they open.
for (const account of ['admin', 'creator', 'member', 'visitor']) {
  test(`every page opens whole at both widths, as ${account}`, async ({ newPerson, baseURL }) => {
    test.setTimeout(900_000)
    const browser = await newPerson()
    const foreign = recordForeign(browser, baseURL ?? '')
    if (account !== 'visitor') await signInAs({ request: browser.request }, account)
    expect(await faultsOf(browser, account, await findStops(browser.request))).toEqual([])
    // The payment providers' scripts run there.
    expect(foreign.filter(({ page }) => page !== '/checkout')).toEqual([])
  })
}

async function faultsOf(browser: BrowserContext, account: string, stops: string[]): Promise<string[]> {
  const page = await browser.newPage()
  const visit = new Visit(page)
  await visit.watch()
  await page.addInitScript(watchAnswers)
  const found: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 500) found.push(`${page.url()}: ${answer.url()} answers ${answer.status()}`)
  })
  const links = new Set<string>()
  for (const stop of stops) {
    const isOther = account === 'visitor' && otherForVisitors.includes(routeOf(stop))
    if (seen.has(stop) && !isOther) continue
    const faults = new Set<string>()
    await page.setViewportSize(widths.desktop.viewport)
    await visit.enter(stop)
    // An account without access is sent to another page.
    if (visit.isElsewhere(stop)) continue
    seen.add(stop)
    for (const { viewport } of Object.values(widths)) {
      await page.setViewportSize(viewport)
      await visit.look()
      for (const fault of await page.evaluate(() => window.answers.faults())) faults.add(fault)
    }
    for (const violation of await violationsOf(page)) faults.add(`breaks ${violation}`)
    for (const link of await page.evaluate(() => Array.from(document.links, ({ href }) => href)))
      if (new URL(link).origin === new URL(page.url()).origin) links.add(link)
    found.push(...[...faults].map((fault) => `${stop}: ${fault}`))
  }
  const kinds = stops.map(routeOf)
  const others = [...links].filter((link) => !kinds.includes(routeOf(link)))
  return [...found, ...(await deadLinks(browser.request, others))]
}

test('a control without a name or a use is found', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  const visit = new Visit(page)
  await visit.watch()
  await page.addInitScript(watchAnswers)
  await page.route('**/terms', (route) => route.fulfill({ contentType: 'text/html', body: samplePage }))
  await visit.enter('/terms')
  expect(await page.evaluate(() => window.answers.faults())).toEqual([
    'is wider than 1280 px',
    'button <button id="nameless" onclick="1"></button> has no name',
    'button "dead" does nothing',
    'button "of a form that nothing sends" does nothing',
    'text "unread" does nothing',
  ])
})

const samplePage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Samples</title>
<main><h1>Samples</h1>
  <a href="/privacy">leads elsewhere</a>
  <button id="nameless" onclick="1"></button>
  <button>dead</button> <button id="heard">heard</button> <button disabled>disabled</button>
  <form onsubmit="1"><input aria-label="of a form"><button>sends</button></form>
  <form><button type="button">of a form that nothing sends</button></form>
  <input aria-label="unread">
  <details><summary>opens</summary></details>
  <div style="width: 1300px">Wide</div>
</main>
<script>document.querySelector('#heard').addEventListener('click', () => {})</script></html>`
