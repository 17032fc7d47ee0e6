import type { BrowserContext, Page } from '@playwright/test'
import type { Video } from '#contract/schemas/videos/video'
import { appIsThere, expect, openWithoutCookies, signInAs, test } from '../support/site'

test.describe.configure({ mode: 'parallel' })

const mediaFile = /\/media\/[^/]+\/[^/]+\.(mp4|m3u8|m4s)$/

async function findVideo({ request }: BrowserContext, isPremium = false): Promise<Video> {
  const answer = await request.get(`/api/videos?isPremium=${isPremium}&limit=1`)
  const [video] = (await answer.json()) as Video[]
  if (!video) throw new Error('No demo video is of this kind.')
  return video
}

/** Goes to a video from another page, so that its file is first requested after `between`. */
async function openVideo(page: Page, { id }: Video, between: () => Promise<unknown>): Promise<void> {
  await page.goto('/search?q=')
  await appIsThere(page)
  await between()
  await page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/video/${id}`)
}

/** Counts how often a text is added to the page, from its start. Returns the count so far. */
async function watchFor(page: Page, text: string): Promise<() => Promise<number>> {
  await page.addInitScript((sought) => {
    const seen = { count: 0 }
    Object.assign(window, { seen })
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const { textContent } of addedNodes) if (textContent?.includes(sought)) seen.count += 1
    }).observe(document, { childList: true, subtree: true })
  }, text)
  return () => page.evaluate(() => (window as unknown as { seen: { count: number } }).seen.count)
}

function player(page: Page) {
  return page.getByRole('group', { name: /^Video player/ })
}

test('blocked cookies are named as the reason', async ({ baseURL }, info) => {
  const context = await openWithoutCookies(info.outputPath('profile'), baseURL ?? '')
  const page = await context.newPage()
  await page.goto(`/video/${(await findVideo(context)).id}`)
  await page.getByRole('button', { name: /^Yes/ }).click()
  await expect(player(page).getByRole('alert')).toContainText('Cookies are blocked')
  await expect(player(page).getByRole('button', { name: 'Try again' })).toBeVisible()
  await context.close()
})

test('an age confirmation that ran out is asked for again, and the video plays', async ({ newPerson }) => {
  const context = await newPerson()
  const page = await context.newPage()
  await openVideo(page, await findVideo(context), () => context.clearCookies())
  await expect(player(page).getByRole('alert')).toContainText('Please confirm your age again')
  await player(page).getByRole('button', { name: /^Yes/ }).click()
  await expect(player(page)).toHaveAttribute('data-status', 'playing')
})

for (const [status, code, sentence] of [
  [404, 'not_found', 'This video was removed or replaced'],
  [410, 'gone', 'This video was removed or replaced'],
  [403, 'forbidden', 'You can no longer watch this video'],
  [401, 'unauthenticated', 'You can no longer watch this video'],
  [451, 'region_blocked', 'Not available in your region'],
  [503, 'maintenance', 'Down for maintenance'],
] as const) {
  test(`an answer ${status} of the file has its own sentence, and a way out`, async ({ newPerson }) => {
    const context = await newPerson()
    const page = await context.newPage()
    let refused = true
    await page.route(mediaFile, (route) =>
      refused ? route.fulfill({ status, json: { status, code } }) : route.continue(),
    )
    const reconnections = await watchFor(page, 'Reconnecting...')
    await page.goto(`/video/${(await findVideo(context)).id}`)
    // That a video is gone is said only once the site can't answer from an older copy.
    await expect(player(page).getByRole('alert')).toContainText(sentence, { timeout: 20_000 })
    if (sentence.startsWith('This video was removed')) expect(await reconnections()).toBeGreaterThan(0)
    // No renewal could end these.
    else if (status > 450) expect(await reconnections()).toBe(0)
    refused = false
    await player(page)
      .getByRole('button', { name: /Try again|Reload page/ })
      .click()
    await expect(page.getByRole('slider', { name: 'Seek' })).toBeEnabled()
  })
}

test('a sign-in that ended in an open tab is named', async ({ newPerson }) => {
  const context = await newPerson()
  const page = await context.newPage()
  await signInAs(context, 'member')
  const video = await findVideo(context, true)
  // After the answer about the video, and before the first byte of its file.
  await page.route(mediaFile, async (route) => {
    await context.clearCookies({ name: /^(?!age_verified)/ })
    await route.continue()
  })
  await openVideo(page, video, async () => undefined)
  await expect(page.getByText("You've been signed out. Sign in to keep watching.")).toBeVisible()
  await expect(page.getByRole('link', { name: 'Already a member? Sign In' })).toBeVisible()
})
