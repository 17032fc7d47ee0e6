import type { Page } from '@playwright/test'
import { plainRoutes } from '../support/matrix/matrix-plain-routes'
import { videoRoutes } from '../support/matrix/matrix-video-routes'
import { Crawl } from './crawl/crawl'
import { findStops, routeOf } from './crawl/stops'
import { expect, signInAs, test } from './support/site'

// Of thousands of steps: recording them would take longer than the steps.
test.use({ trace: 'off' })
// Minutes each, and none of them needs another.
test.describe.configure({ mode: 'parallel' })

test('what does nothing is found', async ({ newPerson, hasTouch }) => {
  const page = await (await newPerson()).newPage()
  const crawl = new Crawl(page, hasTouch, 3000)
  await crawl.watch()
  await page.addInitScript(addSamples)
  test.setTimeout(200_000)
  await crawl.crawl('/terms')
  await attachUsed(crawl)
  const samples = crawl.findings.faults.filter((fault) => fault.includes('sample'))
  expect(samples).toEqual([
    '/terms: button "sample dead" does nothing',
    '/terms: link "sample dead link" does nothing',
    '/terms: checkbox "sample taken back" does nothing',
    '/terms: text "sample unread" does nothing',
    '/terms: list "sample ignored" does nothing',
    '/terms: button "sample covered" can\'t be pressed: div "over it" lies over it',
    '/terms: is wider than the screen after /terms |button|sample that opens',
    '/terms: button "sample in a dialog" does nothing',
    '/terms: button "sample disabled" is disabled, and doesn\'t say why',
  ])
})

/** Runs in the page: controls that do nothing, each between some that do. */
function addSamples(): void {
  function add<Name extends keyof HTMLElementTagNameMap>(
    tag: Name,
    facts: Partial<HTMLElementTagNameMap[Name]>,
    parent: Node | null = document.querySelector('main'),
  ): HTMLElementTagNameMap[Name] {
    const element = Object.assign(document.createElement(tag), facts)
    parent?.appendChild(element)
    return element
  }
  function addAll(): void {
    const said = add('p', { textContent: 'said' })
    const say = () => said.append('.')
    add('button', { textContent: 'sample that says', onclick: say })
    add('button', { textContent: 'sample dead' })
    add('button', { textContent: 'sample that says later', onclick: () => setTimeout(say, 600) })
    add('a', { textContent: 'sample link', href: '/privacy' })
    add('a', { textContent: 'sample dead link', href: '/dmca', onclick: (event) => event.preventDefault() })
    const pushed = add('a', { textContent: 'sample pushed link', href: '/dmca' })
    const push = () => (pushed.style.cssText = 'display:block;width:fit-content;margin:300px 0 0 auto')
    pushed.addEventListener('pointerdown', push, { once: true })
    add('button', {
      textContent: 'sample call',
      onclick: () => void fetch('/api/auth/logout', { method: 'POST' }),
    })
    add('button', { textContent: 'sample focus', onclick: () => document.querySelector('main')?.focus() })
    add('button', { textContent: 'sample copy', onclick: () => void navigator.clipboard.writeText('') })
    add('button', { textContent: 'sample print', onclick: () => print() })
    add('button', { textContent: 'sample scroll', onclick: () => scrollTo(0, 0) })
    const back = add('input', { type: 'checkbox', ariaLabel: 'sample taken back' })
    back.onclick = (event) => event.preventDefault()
    add('input', { type: 'checkbox', ariaLabel: 'sample kept', onchange: say })
    add('input', { ariaLabel: 'sample unread' })
    const form = add('form', { onsubmit: (event) => event.preventDefault() })
    add('input', { ariaLabel: 'sample of a form' }, form)
    add('button', { textContent: 'sample to send', onclick: say }, form)
    const list = add('select', { ariaLabel: 'sample ignored' })
    add('option', { textContent: 'one' }, list)
    add('option', { textContent: 'two' }, list)
    const below = add('div', {})
    below.style.position = 'relative'
    add('button', { textContent: 'sample covered', onclick: say }, below)
    const over = add('div', { textContent: 'over it' }, below)
    over.style.cssText = 'position:absolute;inset:-9px 0'
    const wide = add('div', { hidden: true })
    wide.style.cssText = 'position:absolute;left:0;height:1px;width:calc(100vw + 2px)'
    const showAll = () => {
      wide.hidden = false
      dialog.showModal()
    }
    add('button', { textContent: 'sample that opens', onclick: showAll })
    const dialog = add('dialog', { ariaLabel: 'sample' }, document.body)
    dialog.onclose = () => (wide.hidden = true)
    add('button', { textContent: 'sample in a dialog' }, dialog)
    add('button', { textContent: 'Close', onclick: () => dialog.close() }, dialog)
    add('button', { textContent: 'sample disabled', disabled: true })
    add('button', { textContent: 'sample disabled for a reason', title: 'It is Sunday', disabled: true })
  }
  const wait = setInterval(() => {
    if (!document.querySelector('main h1')) return
    clearInterval(wait)
    addAll()
  }, 50)
}

for (const role of ['visitor', 'viewer', 'member', 'creator', 'admin']) {
  test(`every control does something, as ${role}`, async ({ newPerson, hasTouch }) => {
    test.setTimeout(600_000)
    const page = await (await newPerson()).newPage()
    // What moves by itself would be taken for an effect.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    if (role !== 'visitor') await signInAs(page, role)
    const crawl = new Crawl(page, hasTouch)
    await crawl.watch()
    const stops = await findStops(page)
    const routes = new Set(stops.map(routeOf))
    for (const stop of stops) {
      await crawl.crawl(stop)
      // What a control leads to is crawled, too, should the list not have it.
      for (const found of crawl.findings.destinations) {
        if (!isOfSite(page, found) || routes.has(routeOf(found))) continue
        routes.add(routeOf(found))
        stops.push(found)
      }
    }
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
  })
}

/** What came of each control, for whoever wonders why one passed. */
async function attachUsed({ findings: { used } }: Crawl): Promise<void> {
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
