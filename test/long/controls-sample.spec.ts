import type { BrowserContext } from '@playwright/test'
import { Coverage } from '../e2e/crawl/coverage'
import { Crawl, noFindings } from '../e2e/crawl/crawl'
import { attachUsed, widths } from '../e2e/crawl/roles'
import { expect, test } from '../e2e/support/site'

const desktop = new Coverage()

for (const [width, coverage] of [
  ['desktop', desktop],
  ['phone', new Coverage()],
] as const) {
  test.describe(width, () => {
    test.use(widths[width])
    test('what does nothing is found', async ({ newPerson, hasTouch }) => {
      test.setTimeout(200_000)
      expect(await faultsOf(await newPerson(), hasTouch, coverage)).toEqual([
        '/terms: breaks image-alt: <img class="sample picture">',
        '/terms: breaks target-size: <button class="sample small">+</button>',
        '/terms: button "sample dead" does nothing',
        '/terms: link "sample dead link" does nothing',
        '/terms: checkbox "sample taken back" does nothing',
        '/terms: text "sample unread" does nothing',
        '/terms: list "sample ignored" does nothing',
        '/terms: button "sample covered" can\'t be pressed: div "over it" lies over it',
        '/terms: with "sample" over it breaks image-alt: <img class="sample picture in a dialog">',
        '/terms: is wider than the screen after /terms |button|sample that opens',
        '/terms: button "sample in a dialog" does nothing',
        '/terms: link "sample that flees" can\'t be pressed: div "sample that flees" was pressed instead',
        '/terms: button "sample disabled" is disabled, and doesn\'t say why',
      ])
    })
  })
}

test.describe('phone', () => {
  test.use(widths.phone)
  test('what looks wrong is found, though little is pressed after the desktop', async ({
    newPerson,
    hasTouch,
  }) => {
    expect(await faultsOf(await newPerson(), hasTouch, new Coverage(desktop))).toEqual([
      '/terms: breaks image-alt: <img class="sample picture">',
      '/terms: breaks target-size: <button class="sample small">+</button>',
      '/terms: button "sample covered" can\'t be pressed: div "over it" lies over it',
      '/terms: is wider than the screen after /terms |button|sample that opens',
      '/terms: button "sample disabled" is disabled, and doesn\'t say why',
    ])
  })
})

const samplePage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Samples</title>
<meta name="viewport" content="width=device-width">
<style>
  button, a, input, select { min-width: 24px; min-height: 24px }
  a { display: inline-block }
  main { padding-bottom: 100vh }
  .small { width: 20px; height: 20px; min-width: 0; min-height: 0 }
  @media (width > 500px) { .phone { display: none } }
</style>
<main tabindex="-1"><h1>Samples</h1></main></html>`

async function faultsOf(context: BrowserContext, isTouch: boolean, coverage: Coverage): Promise<string[]> {
  const page = await context.newPage()
  const crawl = new Crawl(page, isTouch, coverage, noFindings(), 'visitor', 1500)
  await crawl.watch()
  // A page of the site shows more after it has loaded, which could look like the effect of a dead sample.
  await page.route('**/terms', (route) => route.fulfill({ contentType: 'text/html', body: samplePage }))
  await page.addInitScript(addSamples)
  await crawl.crawl('/terms')
  await attachUsed(crawl.findings.used)
  return crawl.findings.faults.filter((fault) => fault.includes('sample'))
}

/** Runs in the page: adds controls that do nothing, each between controls that work. */
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
    add('img', { className: 'sample picture' })
    add('button', { textContent: 'sample that says', onclick: say })
    add('button', { textContent: '+', className: 'sample small', onclick: say })
    add('button', { textContent: 'sample dead' })
    // A page is checked again at the phone's width if only a phone shows something on it.
    add('button', { textContent: 'sample for phones', className: 'phone', onclick: say })
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
    add('img', { className: 'sample picture in a dialog' }, dialog)
    add('button', { textContent: 'sample in a dialog' }, dialog)
    add('button', { textContent: 'Close', onclick: () => dialog.close() }, dialog)
    // Each press reaches the place where the control was a moment ago.
    const field = add('div', {})
    field.style.height = '90px'
    const fleeing = add('a', { textContent: 'sample that flees', href: '/dmca' }, field)
    let isAway = false
    fleeing.addEventListener('pointerdown', () => {
      isAway = !isAway
      fleeing.style.cssText = isAway ? 'position:relative;top:50px' : ''
    })
    add('button', { textContent: 'sample disabled', disabled: true })
    add('button', { textContent: 'sample disabled for a reason', title: 'It is Sunday', disabled: true })
  }
  addEventListener('DOMContentLoaded', addAll)
}
