import type { Page } from '@playwright/test'
import type { Video } from '#contract/schemas/videos/video'
import { press } from '../support/keyboard'
import { expect, signInAs, signUp, test } from '../support/site'

const shift = 8

function playbackState(page: Page): Promise<MediaSessionPlaybackState> {
  return page.evaluate(() => navigator.mediaSession.playbackState)
}

/** Returns the names of the tab stops between the links that skip and the player. */
async function stopsBeforePlayer(page: Page): Promise<string[]> {
  await expect(page.getByRole('slider', { name: 'Seek' })).toBeEnabled()
  const stop = () =>
    page.evaluate(() => {
      const { activeElement: focused } = document
      const isInPlayer = focused?.closest('#player') != null
      return isInPlayer ? null : (focused?.getAttribute('aria-label') ?? focused?.textContent ?? '')
    })
  const stops: string[] = []
  while (stops.length < 20) {
    await page.keyboard.press('Tab')
    const name = await stop()
    if (name === null) break
    stops.push(name)
  }
  expect(stops.slice(0, 2)).toEqual(['Skip to content', 'Skip to player'])
  return stops.slice(2)
}

test('a keyboard reaches the player by plain links, or in two stops by its own', { tag: '@phone' }, async ({
  newPerson,
  isMobile,
}) => {
  const page = await (await newPerson()).newPage()
  const [video] = (await (await page.request.get('/api/videos?isPremium=false&limit=24')).json()) as Video[]
  const path = `/video/${video?.id}`
  await page.goto(path)
  const logo = 'Nocturne, home'
  const pages = isMobile ? [logo] : [logo, 'Categories', 'Premium', 'Search videos']
  const panels = isMobile ? ['Search', 'Menu'] : []
  const visitor = await stopsBeforePlayer(page)
  expect(visitor).toEqual([...pages, ...(isMobile ? [] : ['Sign In']), ...panels, expect.any(String)])
  expect(visitor.length).toBeLessThanOrEqual(6)
  await signUp(page)
  await page.goto(path)
  const account = isMobile ? [] : [expect.stringMatching(/^Account menu/)]
  const own = [...pages, ...account, ...panels, expect.any(String)]
  expect(await stopsBeforePlayer(page)).toEqual(own)
  expect(own.length).toBeLessThanOrEqual(6)
  const staff = await (await newPerson()).newPage()
  await signInAs(staff, 'admin')
  await staff.goto(path)
  expect(await stopsBeforePlayer(staff)).toEqual(own)

  await page.reload()
  await expect(page.getByRole('slider', { name: 'Seek' })).toBeEnabled()
  const state = await page.evaluate(() => history.state)
  const player = page.getByRole('group', { name: /^Video player/ })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(player).toBeFocused()
  await page.keyboard.press('Space')
  await expect(player).not.toHaveAttribute('data-paused')
  // The way back after Next is kept there.
  expect(await page.evaluate(() => history.state)).toEqual(state)
  await expect(page).toHaveURL(path)

  await page.goto('/video/999999')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: logo })).toBeFocused()
})

test('the account menu says that it is open, keeps Tab, and leaves the focus where one goes', async ({
  newPerson,
}) => {
  const page = await (await newPerson()).newPage()
  await signUp(page)
  await page.goto('/')
  const button = page.getByRole('button', { name: /^Account menu/ })
  const menu = page.getByRole('menu')
  await button.press('Enter')
  await expect(menu).toBeFocused()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Tab')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()

  await button.press('Enter')
  await expect(menu).toBeFocused()
  const search = page.getByRole('combobox', { name: 'Search videos' })
  await search.click()
  await expect(menu).toBeHidden()
  await expect(search).toBeFocused()
})

test('the player is skipped to while it loads', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await page.goto('/')
  const [video] = (await (await page.request.get('/api/videos?isPremium=false&limit=24')).json()) as Video[]
  await page.route(`**/api/videos/${video?.id}*`, () => {})
  await page.evaluate((path) => {
    history.pushState({}, '', path)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, `/video/${video?.id}`)
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await page.getByRole('link', { name: 'Skip to player' }).press('Enter')
  await expect(page.locator('#player')).toBeFocused()
})

test('the keys of other keyboards play, jump and mute, and the system is told', async ({ newPerson }) => {
  const context = await newPerson()
  const page = await context.newPage()
  const answer = await context.request.get('/api/videos?isPremium=false&limit=24')
  const video = ((await answer.json()) as Video[]).find(({ duration }) => duration !== null && duration >= 20)
  await page.goto(`/video/${video?.id}`)
  await expect(page.getByRole('slider', { name: 'Seek' })).toBeEnabled()
  const player = page.getByRole('group', { name: /^Video player/ })
  const element = player.locator('video')
  const position = () => element.evaluate((media: HTMLVideoElement) => media.currentTime / media.duration)
  const keyboard = await context.newCDPSession(page)

  await press(keyboard, 'л', 'KeyK')
  await expect(player).not.toHaveAttribute('data-paused')
  await expect.poll(() => playbackState(page)).toBe('playing')
  await press(keyboard, 'ь', 'KeyM')
  await expect(element).toHaveJSProperty('muted', true)
  await press(keyboard, 'л', 'KeyK')
  await expect(player).toHaveAttribute('data-paused')
  await expect.poll(() => playbackState(page)).toBe('paused')

  await press(keyboard, '(', 'Digit5')
  await expect.poll(position).toBeCloseTo(0.5)
  await press(keyboard, '2', 'Digit2', shift)
  await expect.poll(position).toBeCloseTo(0.2)
  const second = () => element.evaluate((media: HTMLVideoElement) => media.currentTime)
  const before = await second()
  await press(keyboard, '.', 'Comma', shift)
  await expect.poll(second).toBeGreaterThan(before)
  expect(await second()).toBeLessThan(before + 0.1)
  await press(keyboard, '؟', 'Slash', shift)
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})
