import type { CDPSession, Page } from '@playwright/test'
import type { Video } from '#contract/schemas/videos/video'
import { expect, test } from '../support/site'

const shift = 8

/** Sends a key as another keyboard does: its own character, at a place that a US keyboard gives its name. */
async function press(keyboard: CDPSession, key: string, code: string, modifiers = 0): Promise<void> {
  await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, modifiers })
  await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code, modifiers })
}

function playbackState(page: Page): Promise<MediaSessionPlaybackState> {
  return page.evaluate(() => navigator.mediaSession.playbackState)
}

test('a keyboard reaches the player in six stops, and in two by its link', { tag: '@phone' }, async ({
  newPerson,
}) => {
  const page = await (await newPerson()).newPage()
  const [video] = (await (await page.request.get('/api/videos?isPremium=false&limit=24')).json()) as Video[]
  await page.goto(`/video/${video?.id}`)
  await expect(page.getByRole('slider', { name: 'Seek' })).toBeEnabled()
  const player = page.getByRole('group', { name: /^Video player/ })
  const isIn = () => player.evaluate((element) => element.contains(document.activeElement))
  const stops: string[] = []
  for (await page.keyboard.press('Tab'); !(await isIn()); await page.keyboard.press('Tab')) {
    stops.push(await page.evaluate(() => document.activeElement?.textContent ?? ''))
    expect(stops.length, stops.join(', ')).toBeLessThanOrEqual(6)
  }

  await page.reload()
  await expect(page.getByRole('slider', { name: 'Seek' })).toBeEnabled()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to player' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(player).toBeFocused()
  await page.keyboard.press('Space')
  await expect(player).not.toHaveAttribute('data-paused')
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
