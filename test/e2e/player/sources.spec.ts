import { once } from '../support/once'
import {
  addCaptions,
  builtFiles,
  choose,
  courseOf,
  pictureHeight,
  play,
  test as playerTest,
  publish,
  secondOf,
  startArrived,
  watchPlayhead,
  words,
} from '../support/player'
import { expect } from '../support/site'

const test = playerTest.extend<object, { path: string }>({
  path: [
    async ({ uploader, clip }, use, { project }) =>
      use(
        await once(project.outputDir, 'captioned', async () => {
          const path = await publish(uploader, clip.file, [clip.low])
          await addCaptions(uploader, path, 'de', 'Noch da.')
          await addCaptions(uploader, path, 'en', 'Still here.')
          return path
        }),
      ),
    { scope: 'worker', timeout: 60_000 },
  ],
})

test.describe('what a video is played from', () => {
  test.describe.configure({ mode: 'parallel' })
  test.setTimeout(90_000)

  test('is the element that came with the page, taken over as it stands', async ({ newPerson, path }) => {
    const page = await (await newPerson()).newPage()
    const loads: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/source.mp4')) loads.push(request.headers().range ?? '')
    })
    await page.goto(path)
    const video = page.getByRole('group', { name: 'Video player: Player test' }).locator('video')
    await expect(video).toHaveAttribute('data-video', path.split('/').at(-1) ?? '')
    await play(page)
    await expect.poll(() => secondOf(page)).toBeGreaterThan(1)
    expect(loads.filter((range) => range === '' || range === 'bytes=0-')).toHaveLength(1)
  })

  test('begins to load with the click, before its page is there, and ends if that is left', async ({
    newPerson,
    path,
  }) => {
    const page = await (await newPerson()).newPage()
    const asked: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === `/api${path.replace('video', 'videos')}`) asked.push('data')
      if (request.url().endsWith('/source.mp4')) asked.push(request.headers().range ?? '')
    })
    await page.goto('/', { waitUntil: 'networkidle' })
    const held = await builtFiles(/^app\/pages\/visit\/video\.tsx$/)
    const file = Promise.withResolvers<void>()
    await page.route(
      ({ pathname }) => held.has(pathname),
      async (route) => {
        await file.promise
        await route.continue()
      },
    )
    const early = page.locator('#early-video')
    async function click() {
      const media = page.waitForRequest('**/source.mp4')
      await page.locator(`main a[href="${path}"]`).first().click()
      await media
      await expect(early).toHaveCount(1)
    }
    await click()
    await page.goBack()
    await expect(early).toHaveCount(0)
    await click()
    await page
      .getByRole('link', { name: /, home$/ })
      .first()
      .click()
    await expect(early).toHaveCount(0)
    await click()
    await expect(page.getByRole('group', { name: /^Video player/ })).toHaveCount(0)
    file.resolve()
    await play(page)
    await expect.poll(() => secondOf(page)).toBeGreaterThan(1)
    await expect(page.locator('video')).toHaveCount(1)
    // One for each click, and none made by the player itself.
    expect(asked.filter((each) => each === 'data' || each === 'bytes=0-')).toEqual([
      'data',
      'bytes=0-',
      'bytes=0-',
      'bytes=0-',
    ])
  })

  test('is the ladder, by itself, on a line that is too slow for the file', async ({ newPerson, path }) => {
    const page = await (await newPerson()).newPage()
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    // Loads the app's files, but not the video: from the cache it would start at once.
    await page.goto('/')
    const bytesPerSecond = 50_000
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 80,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    })
    await page.goto(path)
    await play(page)
    await expect.poll(() => pictureHeight(page), { timeout: 40_000 }).toBe(180)
    await expect.poll(() => secondOf(page), { timeout: 20_000 }).toBeGreaterThan(5)
  })

  test('is the ladder, and plays, when the click came before the file was too slow', async ({
    newPerson,
    path,
  }) => {
    const page = await (await newPerson()).newPage()
    const app = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      if (!route.request().url().includes('start')) await app.promise
      await route.continue()
    })
    // It never comes.
    await page.route('**/source.mp4', () => {})
    await page.goto(path, { waitUntil: 'commit' })
    const early = page.locator('video[data-video]')
    await startArrived(page)
    await early.click()
    await expect(early).toHaveJSProperty('paused', false)
    await expect(early).toHaveAttribute('src', /\.m3u8/)
    app.resolve()
    await expect.poll(() => secondOf(page), { timeout: 20_000 }).toBeGreaterThan(1)
  })

  test('is the quality that was picked last time', async ({ newPerson, path }) => {
    const context = await newPerson()
    await choose(context, { quality: 180 })
    const page = await context.newPage()
    await page.goto(path)
    await expect.poll(() => pictureHeight(page)).toBe(180)
    await play(page)
    await expect.poll(() => secondOf(page)).toBeGreaterThan(1)
  })

  test('changes in its place under captions, which stay', async ({ newPerson, path }) => {
    const page = await (await newPerson()).newPage()
    await watchPlayhead(page)
    await page.goto(path)
    await play(page)
    const player = page.getByRole('group', { name: 'Video player: Player test' })
    await expect(player.getByRole('button', { name: 'Captions' })).toBeVisible()
    await player.press('c')
    await expect.poll(() => words(page)).toEqual(['Still here.'])
    await expect.poll(() => secondOf(page)).toBeGreaterThan(2)
    // The controls hide after three seconds without a pointer.
    await player.hover({ position: { x: 20, y: 20 } })
    await player.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('menuitem', { name: /^Quality/ }).click()
    await page.getByRole('menuitemradio', { name: '180p', exact: true }).click()
    await expect.poll(() => pictureHeight(page)).toBe(180)
    // While a new source seeks to the old one's second, no caption is due.
    const changed = await secondOf(page)
    await expect.poll(() => secondOf(page)).toBeGreaterThan(changed + 1)
    expect((await courseOf(page)).back).toBeLessThan(1)
    expect(await words(page)).toEqual(['Still here.'])
    await expect(player.getByRole('button', { name: 'Captions' })).toHaveAttribute('aria-pressed', 'true')

    // After a reload, the same captions are shown, and no others.
    await page.reload()
    await expect.poll(() => pictureHeight(page)).toBe(180)
    await play(page)
    await expect.poll(() => secondOf(page)).toBeGreaterThan(1)
    expect(await words(page)).toEqual(['Still here.'])
  })
})
