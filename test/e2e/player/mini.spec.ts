import type { Locator, Page } from '@playwright/test'
import type { Video } from '#contract/schemas/videos/video'
import { expectAccessible } from '../support/accessibility'
import { press } from '../support/keyboard'
import { isPhone, method } from '../support/payments'
import { extrasArrived, play } from '../support/player'
import { expect, signUp, test } from '../support/site'

interface Notes {
  element: HTMLVideoElement
  /** Events of the element that a viewer would have noticed. */
  breaks: string[]
}

/**
 * Opens a video of over a minute, which is still playing at the end of the test, and plays it. From then on,
 * the element is remembered and every break in playback is noted. Returns the video's path.
 */
async function playVideo(page: Page): Promise<string> {
  const videos = (await (await page.request.get('/api/videos?isPremium=false&limit=24')).json()) as Video[]
  const path = `/video/${videos.find(({ duration }) => (duration ?? 0) > 60)?.id}`
  await page.goto(path)
  await expect(page.getByRole('slider', { name: 'Seek' })).toBeEnabled()
  await play(page)
  const video = page.locator('article video')
  // On a slow machine, the player may at first seek past a part that it can't play yet.
  await expect
    .poll(() => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime))
    .toBeGreaterThan(1)
  await video.evaluate((element: HTMLVideoElement) => {
    const notes: Notes = { element, breaks: [] }
    Object.assign(window, { notes })
    for (const name of ['pause', 'seeking', 'emptied', 'loadstart'])
      element.addEventListener(name, () => notes.breaks.push(name))
  })
  await extrasArrived(page)
  await playsOn(page)
  return path
}

/** Expects the same element to be in this place, playing. */
async function playsOn(page: Page, within = 'article'): Promise<void> {
  const video = page.locator(`${within} video`)
  const isSame = (element: Element) => element === (window as unknown as { notes: Notes }).notes.element
  await expect.poll(() => video.evaluate(isSame)).toBe(true)
  const second = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  const before = await second()
  await expect.poll(second).toBeGreaterThan(before)
  expect(await page.evaluate(() => (window as unknown as { notes: Notes }).notes.breaks)).toEqual([])
}

test('a video plays on while one browses, and on its page again', { tag: '@phone' }, async ({
  newPerson,
  isMobile,
}) => {
  const page = await (await newPerson()).newPage()
  const beginnings: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'media' && (request.headers().range ?? 'bytes=0-') === 'bytes=0-')
      beginnings.push(request.url())
  })
  const path = await playVideo(page)
  const from = beginnings.length

  const mini = page.getByRole('region', { name: 'Mini player' })
  await page
    .getByRole('link', { name: /, home$/ })
    .first()
    .click()
  await expect(page).toHaveURL('/')
  await playsOn(page, '.mini-player')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expectAccessible(page)
  const tabs = page.getByRole('navigation', { name: 'Tabs' })
  if (isMobile) {
    const [bar, below] = [await mini.boundingBox(), await tabs.boundingBox()]
    expect((bar?.y ?? 999) + (bar?.height ?? 999)).toBeLessThanOrEqual(below?.y ?? 0)
    await tabs.getByRole('link', { name: 'Explore' }).click()
  } else {
    await page.getByRole('link', { name: 'Categories', exact: true }).first().click()
  }
  await expect(page).toHaveURL('/categories')
  await playsOn(page, '.mini-player')
  if (isMobile) await page.getByRole('button', { name: 'Search' }).click()
  const search = page.getByRole('combobox', { name: 'Search videos' }).filter({ visible: true })
  await search.fill('light')
  await search.press('Enter')
  await expect(page).toHaveURL('/search?q=light')
  await playsOn(page, '.mini-player')

  await mini.getByRole('link').click()
  await expect(page).toHaveURL(path)
  await playsOn(page)
  await expect(mini).toHaveCount(0)
  expect(beginnings.slice(from), 'media that were loaded from their start').toEqual([])
})

/** Expects each control in this panel to be clear of all that is fixed on the page, once it is scrolled to. */
async function expectUncovered(panel: Locator): Promise<void> {
  const covered = await panel.evaluate((element) => {
    const fixed = [...document.querySelectorAll('*')].filter(
      (each) => getComputedStyle(each).position === 'fixed' && each.checkVisibility(),
    )
    const controls = [...element.querySelectorAll('button, input, a')].filter((each) =>
      each.checkVisibility(),
    )
    if (controls.length < 3) throw new Error('The panel has not loaded.')
    return controls.flatMap((control) => {
      const shown = control.closest('label') ?? control
      shown.scrollIntoView({ block: 'nearest', behavior: 'instant' })
      const box = shown.getBoundingClientRect()
      const over = fixed.filter((each) => {
        const { top, right, bottom, left } = each.getBoundingClientRect()
        return box.top < bottom && top < box.bottom && box.left < right && left < box.right
      })
      return over.map((each) => `${each.className} on ${shown.textContent}`)
    })
  })
  expect(covered).toEqual([])
}

/** Expects a desktop to have both side by side, wherever the page is scrolled to. */
async function expectBeside(mini: Locator, panel: Locator): Promise<void> {
  if (isPhone(mini.page())) return
  const [left, right] = [await mini.boundingBox(), await panel.boundingBox()]
  if (!left || !right) throw new Error('One of them is not there.')
  expect(left.x + left.width).toBeLessThanOrEqual(right.x)
}

test('the mini player is beside what one pays by, and small while one pays', {
  tag: '@phone',
}, async ({ newPerson }) => {
  test.setTimeout(120_000)
  const page = await (await newPerson()).newPage()
  await signUp(page)
  await playVideo(page)
  const links = page.getByRole('navigation', { name: isPhone(page) ? 'Tabs' : 'Main' })
  const mini = page.getByRole('region', { name: 'Mini player' })

  await links.getByRole('link', { name: 'Premium' }).click()
  const membership = page.getByRole('complementary', { name: 'Membership' })
  await membership.getByText('INR').click()
  for (const name of ['UPI', 'Netbanking', 'Bitcoin']) {
    const button = membership.getByRole('button', method(name))
    await expect(button).toBeVisible()
    await expectBeside(mini, membership)
    await expectUncovered(membership)
    await button.click()
    await expect(membership.getByRole('heading', { name: new RegExp(name) })).toBeFocused()
    await expectUncovered(membership)
    expect((await mini.boundingBox())?.height).toBe(56)
    // Room for the strip, and no more.
    await expect(page.locator('body')).toHaveCSS('padding-bottom', isPhone(page) ? '80px' : '96px')
    await membership.getByRole('button', { name: 'Cancel' }).click()
  }
  await playsOn(page, '.mini-player')

  if (isPhone(page)) {
    await links.getByRole('link', { name: 'Account' }).click()
    await page.getByRole('tab', { name: 'Subscription' }).click()
  } else {
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Subscription' }).click()
  }
  const plans = page.getByRole('complementary', { name: 'Buy a plan' })
  await plans.getByRole('button', method('Bitcoin')).click()
  await expect(plans.getByRole('heading', { name: /Bitcoin/ })).toBeFocused()
  await expectBeside(mini, plans)
  await expectUncovered(plans)
})

test('a theatre has all of the width, also when the page comes, and the video stays', async ({
  newPerson,
}) => {
  const page = await (await newPerson()).newPage()
  await playVideo(page)
  const stage = page.getByRole('group', { name: /^Video player/ })
  const narrow = await stage.boundingBox()
  await page.keyboard.press('t')
  await expect(page.getByRole('button', { name: 'Theatre mode' })).toHaveAttribute('aria-pressed', 'true')
  await playsOn(page)
  const wide = await stage.boundingBox()
  expect(wide?.width).toBeGreaterThan((narrow?.width ?? 0) + 300)
  await expectAccessible(page)

  await page.addInitScript(() => {
    const notes = { shift: 0 }
    Object.assign(window, { notes })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) notes.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.reload()
  await expect(page.getByRole('slider', { name: 'Seek' })).toBeEnabled()
  expect(await stage.boundingBox()).toEqual(wide)
  expect(await page.evaluate(() => (window as unknown as { notes: { shift: number } }).notes.shift)).toBe(0)
})

/** Expects this many names and marks of the site at least, all of them covered. */
async function expectCovered(page: Page, least: number): Promise<void> {
  const names = page.locator('.wordmark')
  // The footer comes last.
  await expect(page.getByText('All rights reserved')).toContainText('Nocturne')
  expect(await names.count()).toBeGreaterThanOrEqual(least)
  for (const name of await names.all()) await expect(name).toHaveCSS('filter', /blur/)
  const bare = page.getByText(/Nocturne/i).and(page.locator('body *:not(.wordmark, .sr-only, script, title)'))
  expect(await bare.filter({ visible: true }).evaluateAll(ownTexts)).toEqual([])
}

/** Returns the texts that are in these elements themselves. */
function ownTexts(elements: Element[]): string[] {
  return elements
    .map(({ childNodes }) => [...childNodes].map((each) => (each instanceof Text ? each.data : '')).join(''))
    .filter((text) => /nocturne/i.test(text))
}

/** Presses Escape twice as a hand does, which doesn't wait for a busy page in between. */
async function pressEscapeTwice(page: Page): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  await Promise.all([press(keyboard, 'Escape', 'Escape'), press(keyboard, 'Escape', 'Escape')])
  await keyboard.detach()
}

test('a discreet browser shows nothing of the site in its tab, and leaves it at a double Escape', {
  tag: '@phone',
}, async ({ newPerson }) => {
  const context = await newPerson()
  const page = await context.newPage()
  await context.route('https://duckduckgo.com/**', (route) => route.fulfill({ body: 'Elsewhere' }))
  await page.goto('/')
  await page.getByRole('button', { name: 'Discreet mode' }).click()
  const dialog = page.getByRole('dialog', { name: 'This browser' })
  await dialog.getByRole('switch', { name: 'Discreet mode' }).click()
  await expect(page).toHaveTitle('Notes')
  await expectAccessible(page, { within: '[role=dialog]' })
  // It closes the dialog, and so isn't the first of the two presses.
  await pressEscapeTwice(page)
  await expect(dialog).toHaveCount(0)
  expect(await page.evaluate(() => [location.pathname, document.body.hidden])).toEqual(['/', false])

  const titles: string[] = []
  await page.exposeFunction('noteTitle', (title: string) => titles.push(title))
  await page.addInitScript(() => {
    const note = (window as unknown as { noteTitle: (title: string) => void }).noteTitle
    new MutationObserver(() => document.title && note(document.title)).observe(document, {
      childList: true,
      subtree: true,
    })
  })
  await page.goto('/')
  const slide = page.getByRole('group', { name: /^1 of/ })
  await slide.getByRole('link').hover()
  await expect(slide.locator('img')).toHaveCSS('filter', 'blur(32px)')
  await expectCovered(page, 3)
  await page.goto('/signin')
  await expectCovered(page, 5)
  await page.goto('/categories')
  const picture = page.locator('main article img').first()
  await expect(picture).toHaveCSS('filter', 'blur(32px)')
  await page.locator('main article a').first().focus()
  await expect(picture).toHaveCSS('filter', 'none')
  expect(new Set(titles)).toEqual(new Set(['Notes']))
  await expectAccessible(page)

  await pressEscapeTwice(page)
  await expect(page).toHaveURL('https://duckduckgo.com/')
})
