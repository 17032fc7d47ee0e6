import type { Locator, Page } from '@playwright/test'
import { expect, expectPlaying, makeVideoFile, signUp, test } from './support'

test('a visitor watches, signs up, uploads through a reload, and others watch what was published', async ({
  newPerson,
  baseURL,
}, info) => {
  test.setTimeout(180_000)
  const file = await makeVideoFile(info.outputDir, { seconds: 16, megabits: 14 })
  const context = await newPerson({ ageConfirmed: false })
  const page = await context.newPage()

  await page.goto('/')
  await page.getByRole('button', { name: "Yes, I'm Over 18" }).click()
  await page.getByRole('link', { name: 'Watch Now' }).first().click()
  await page.getByRole('button', { name: 'Play', exact: true }).first().click()
  await expectPlaying(page)

  await signUp(page)
  await page.goto('/upload-video')
  await page.getByRole('tab', { name: 'File' }).click()

  // Slow enough that the reload falls into the middle.
  const network = await context.newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 3 * 1024 * 1024 }
  await network.send('Network.emulateNetworkConditions', slow)
  const arrived = new Set<string>()
  page.on('response', (response) => {
    if (isPart(response.url()) && response.ok()) arrived.add(response.url())
  })
  await page.getByLabel('Video file').setInputFiles(file)
  await page.getByLabel('Title').fill('Noise over a test card')
  await page.getByLabel('Description').fill('Typed before the reload.')
  await expect.poll(() => arrived.size, { timeout: 60_000 }).toBeGreaterThan(0)
  const before = new Set(arrived)
  const again: string[] = []
  await page.reload()
  page.on('request', (request) => {
    if (isPart(request.url()) && before.has(request.url())) again.push(request.url())
  })
  await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })

  await expect(page.getByLabel('Title')).toHaveValue('Noise over a test card')
  await expect(page.getByLabel('Description')).toHaveValue('Typed before the reload.')
  await page.getByLabel('Category').selectOption({ label: 'Fractals' })
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page).toHaveURL('/my-videos', { timeout: 60_000 })
  expect(again, 'parts that were sent twice').toEqual([])

  const card = page.getByRole('link', { name: /Noise over a test card/ }).first()
  await expect(page.getByText('Processing')).toHaveCount(0, { timeout: 30_000 })
  const address = await card.getAttribute('href')
  expect(address).toMatch(/^\/video\/\d+$/)
  const id = Number(address?.split('/').at(-1))

  const visitor = await newPerson()
  const theirs = await visitor.newPage()
  await theirs.goto(`/video/${id}`)
  await theirs.getByRole('button', { name: 'Play', exact: true }).first().click()
  await expectPlaying(theirs)
  const media = await theirs.locator('video').evaluate((element: HTMLVideoElement) => element.currentSrc)

  await page.goto(`/edit-video/${id}`)
  await page.getByLabel('Title').fill('Noise, renamed')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL('/my-videos')
  await theirs.reload()
  await expect(theirs.getByRole('heading', { name: 'Noise, renamed' })).toBeVisible()

  const videoCard = page.getByRole('listitem').filter({ hasText: 'Noise, renamed' })
  await act(page, videoCard, 'Hide')
  await expect(videoCard.getByText('Private')).toBeVisible()
  expect((await theirs.goto(`/video/${id}`))?.status()).toBe(404)
  await expect(theirs.getByText('Video not found')).toBeVisible()

  await act(page, videoCard, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(videoCard).toHaveCount(0)
  // Its bytes are gone for everyone who still has the address.
  await expect.poll(async () => (await visitor.request.get(media)).status(), { timeout: 20_000 }).toBe(404)
  expect((await context.request.get(`${baseURL}/api/videos/${id}`)).status()).toBe(404)
})

/** With a mouse the actions stand on the card, with a finger in its menu. */
async function act(page: Page, card: Locator, action: 'Hide' | 'Delete'): Promise<void> {
  await card.hover()
  const menu = card.getByRole('button', { name: /^Actions for/ })
  if (await menu.isVisible()) {
    await menu.click()
    await page.getByRole('menuitem', { name: action }).click()
  } else {
    await card.getByRole('button', { name: new RegExp(action) }).click()
  }
}

function isPart(url: string): boolean {
  return /\/api\/uploads\/[^/]+\/parts\/\d+$/.test(url)
}
