import type { Page } from '@playwright/test'
import { adapted, openWhole, tabbed, watchPages } from './crawl/adapted'
import { expect, signInAs, test } from './support/site'

test('what hinders people is found', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await page.route('**/terms', (route) => route.fulfill({ contentType: 'text/html', body: samplePage }))
  await watchPages(page)
  await openWhole(page, '/terms')
  expect(await tabbed(page)).toEqual([
    'button "behind it" isn\'t reached with Tab',
    'nav "firstsecond" has 2 tab stops',
    'nav "third" has 0 tab stops',
    'Tab leads back to button "before"',
  ])
  const names = ['has 2 main headings', 'button "Delete" has the name of another beside it']
  const motion = [
    'div "turning" moves',
    'video "recording" plays',
    'section "slides" plays',
    'div "gliding" scrolls smoothly',
  ]
  const cut = 'text "cut off at the end of its box" is cut off by div "cut off at the end of its box"'
  const over = 'texts "one" and "another" lie on each other'
  const ring = 'button "ringless" doesn\'t show its focus'
  const as = (name: string, faults: string[]) => faults.map((fault) => `${name} ${fault}`)
  expect(await adapted(page)).toEqual([
    ...names,
    ...motion,
    cut,
    over,
    ring,
    ...as("in the system's colours", [
      ...names,
      ...motion,
      cut,
      over,
      'button "flat" has no edge',
      'div "bar" isn\'t drawn',
      'a "chosen" doesn\'t show that it is current',
      'label "switched" doesn\'t show that it is checked',
      ring,
    ]),
    ...as('with large text', [
      ...names,
      ...motion,
      cut,
      'text "of a fixed height" is cut off by div "of a fixed height"',
      over,
      ring,
    ]),
    ...as('at 320 px', [
      ...names,
      ...motion,
      'is wider than the screen: 400 px',
      cut,
      over,
      ring,
      'link "at the foot" is hidden behind div "dock" when it has the focus',
    ]),
  ])
})

const samplePage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Samples</title>
<meta name="viewport" content="width=device-width">
<style>
  body { margin: 0; background: Canvas }
  button, a { border: 1px solid; outline-offset: 2px }
  :focus-visible { outline: 2px solid }
  [tabindex="-1"]:focus-visible { outline: none }
  @keyframes turn { to { rotate: 1turn } }
  .turning { animation: turn 1s infinite; width: 9px; height: 9px }
  .blink { animation: turn 1ms both; width: 9px; height: 9px }
  .scrolling { animation: turn both; animation-timeline: scroll(); width: 9px; height: 9px }
  .gliding { scroll-behavior: smooth }
</style>
<main>
  <h1>Samples</h1><h1>Twice</h1>
  <button>before</button><button tabindex="1">ahead</button>
  <button style="outline: none; box-shadow: 0 0 2px">ringless</button>
  <div style="position: absolute; right: 0">
    <div class="turning"></div><div class="as after a blink"></div><div class="with the scrolling"></div>
    <video class="recording" width="9" height="9"></video><video class="at rest" width="9" height="9"></video>
    <script>document.querySelector('video').play()</script>
    <section class="slides" aria-roledescription="carousel" aria-label="slides"><button aria-label="Pause slides"></button></section>
    <div class="gliding"></div>
  </div>
  <section><button>Delete</button><button>Delete</button></section>
  <ul><li><button>Remove</button></li><li><button>Remove</button></li></ul>
  <div style="overflow: hidden; white-space: nowrap; width: 9ch">cut off at the end of its box</div>
  <div style="overflow: hidden; height: 20px">of a fixed height</div>
  <div style="overflow: hidden; text-overflow: ellipsis; white-space: nowrap; width: 9ch">ends in dots on purpose</div>
  <div style="position: relative; height: 2em"><span style="position: absolute">one</span><span style="position: absolute">another</span></div>
  <button style="border: none; background: pink">flat</button>
  <div class="bar" style="width: 90px; height: 4px; background: pink"></div>
  <a href="/privacy" aria-current="page" style="border: none; background: pink">chosen</a>
  <label><input type="checkbox" checked style="appearance: none">switched</label>
  <nav data-roving-row><a href="/2257" data-roving>first</a><a href="/contact" data-roving>second</a></nav>
  <nav data-roving-row><a href="/2257" data-roving tabindex="-1">third</a></nav>
  <div style="width: 400px">As wide as it is.</div>
  <div style="height: 20em"></div>
  <a href="/dmca">at the foot</a>
  <div style="height: 5em"></div>
  <button onkeydown="event.preventDefault()">trap</button><button>behind it</button>
  <div class="dock" style="position: sticky; bottom: 0; background: pink; height: 4rem">dock</div>
</main></html>`

const someVideo = async (page: Page, isPremium: boolean) => {
  const answer = await page.request.get(`/api/videos?limit=50&isPremium=${isPremium}`)
  const videos = (await answer.json()) as { id: number; uploader: { username: string } }[]
  return videos.find(({ uploader }) => uploader.username === 'creator')?.id
}

// Each page is looked at in four ways.
test.describe.configure({ timeout: 120_000 })

// Lists, forms, tabs and the panel; `npm run test:long` opens all pages.
for (const [account, stops] of Object.entries({
  visitor: ['/', '/premium'],
  creator: ['/upload-video', '/account'],
  admin: ['/admin?tab=settings'],
})) {
  test(`main pages are for all eyes and for keys, as ${account}`, async ({ newPerson }) => {
    const page = await (await newPerson()).newPage()
    if (account !== 'visitor') await signInAs(page, account)
    await watchPages(page)
    const found: string[] = []
    for (const stop of stops) {
      await openWhole(page, stop)
      found.push(...[...(await tabbed(page)), ...(await adapted(page))].map((fault) => `${stop}: ${fault}`))
    }
    expect(found).toEqual([])
  })
}

test('a video, its menu and its dialogs are for all eyes and for keys', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await watchPages(page)
  await openWhole(page, `/video/${await someVideo(page, true)}`)
  const found = [...(await tabbed(page)), ...(await adapted(page))]
  await openWhole(page, `/video/${await someVideo(page, false)}`)
  found.push(...(await tabbed(page)), ...(await adapted(page)))
  for (const name of ['Settings', 'Share', 'Report']) {
    await page.getByRole('button', { name, exact: true }).click()
    const over = page.locator('[role=menu], [role=dialog]')
    await expect(over).toBeVisible()
    found.push(...(await adapted(page)).map((fault) => `with "${name}" over it ${fault}`))
    await page.keyboard.press('Escape')
    await expect(over).toBeHidden()
    await expect(page.getByRole('button', { name, exact: true })).toBeFocused()
  }
  expect(found).toEqual([])
})

test('the gate is for all eyes and for keys', async ({ newPerson }) => {
  const page = await (await newPerson({ ageConfirmed: false })).newPage()
  await watchPages(page)
  await openWhole(page, '/')
  expect([...(await tabbed(page)), ...(await adapted(page))]).toEqual([])
})
