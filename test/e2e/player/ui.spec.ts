import { readFileSync } from 'node:fs'
import type { BrowserContext, CDPSession, Locator, Page } from '@playwright/test'
import type { Video } from '#contract/schemas/videos/video'
import { minute } from '#contract/values/shared/time'
import { expectAccessible } from '../support/accessibility'
import { builtFiles, startArrived } from '../support/player'
import { expectFewScripts } from '../support/scripts'
import { appIsThere, expect, signUp, test } from '../support/site'

test.describe.configure({ mode: 'parallel' })

const storyboard = { columns: 10, rows: 1, tileWidth: 160, tileHeight: 90 }
const captions = 'WEBVTT\n\n00:00.000 --> 01:00.000\nA word at the bottom.\n'

/** Finds a video that is long enough to be left in the middle, a free one by default. */
async function findVideo(context: BrowserContext, { isPremium = false, atLeast = 20 } = {}): Promise<Video> {
  const answer = await context.request.get(`/api/videos?isPremium=${isPremium}&limit=24`)
  const videos = (await answer.json()) as Video[]
  const video = videos.find(({ duration }) => duration !== null && duration >= atLeast)
  if (!video) throw new Error('No demo video is long enough.')
  return video
}

/**
 * Opens the video from a list, with files that not every demo video has. Returns the paths requested on the
 * way.
 */
async function openVideo(page: Page, { id, duration }: Video): Promise<string[]> {
  const asked: string[] = []
  const board = readFileSync('test/fixtures/media/poster.jpg')
  await page.route('**/media/e2e/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    asked.push(pathname)
    if (pathname.endsWith('.jpg')) await route.fulfill({ body: board, contentType: 'image/jpeg' })
    else await route.fulfill({ body: captions, contentType: 'text/vtt' })
  })
  await page.route(`**/api/videos/${id}`, async (route) => {
    const response = await route.fetch()
    const video = (await response.json()) as Video
    const interval = (duration ?? 0) / storyboard.columns
    await route.fulfill({
      json: {
        ...video,
        storyboard: { ...storyboard, url: '/media/e2e/storyboard.jpg', interval },
        captions: [{ language: 'en', label: 'English', url: '/media/e2e/captions-en.vtt' }],
      },
    })
  })
  await page.goto('/categories')
  // Before hydration, the link would load a new document, which contains the video.
  await appIsThere(page)
  await page.locator(`main a[href="/video/${id}"]`).first().click()
  await ready(page)
  return asked
}

async function ready(page: Page): Promise<void> {
  await expect(page.getByRole('slider', { name: 'Seek' })).toBeEnabled()
}

function player(page: Page) {
  return page.getByRole('group', { name: /^Video player/ })
}

function currentTime(page: Page): Promise<number> {
  return page.locator('[role=group] video').evaluate((video: HTMLVideoElement) => video.currentTime)
}

async function seek(page: Page, second: number): Promise<void> {
  await page.locator('[role=group] video').evaluate((video: HTMLVideoElement, to) => {
    video.currentTime = to
  }, second)
  await expect.poll(() => currentTime(page)).toBeGreaterThanOrEqual(second - 0.1)
}

test('menus work by keyboard, also in fullscreen, and are accessible', { tag: '@phone' }, async ({
  newPerson,
  isMobile,
}) => {
  const context = await newPerson()
  const page = await context.newPage()
  await openVideo(page, await findVideo(context))
  const settings = page.getByRole('button', { name: 'Settings' })
  await settings.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu')
  await expect(menu).toBeFocused()
  await expectAccessible(page, { within: '[role=group]' })
  await page.keyboard.press('s')
  await expect(page.getByRole('menuitem', { name: /^Speed/ })).toHaveAttribute('data-highlighted', '')
  await page.keyboard.press('ArrowRight')
  const faster = page.getByRole('menuitemradio', { name: '1.5×', exact: true })
  await expect(faster).toBeInViewport({ ratio: 1 })
  if (isMobile) {
    const box = await menu.boundingBox()
    expect([box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([0, 390, 844])
  }
  await faster.click()
  await expect(settings).toBeFocused()
  await expect(page.getByRole('button', { name: 'Playback speed 1.5×' })).toBeVisible()

  await player(page).focus()
  await page.keyboard.press('f')
  await expect(player(page)).toHaveAttribute('data-fullscreen', 'true')
  await page.getByRole('button', { name: 'Playback speed 1.5×' }).click()
  await page.getByRole('menuitemradio', { name: '2×', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Playback speed 2×' })).toBeVisible()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toBeVisible()
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab')
  expect(await sheet.evaluate((dialog) => dialog.matches(':modal'))).toBe(true)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toHaveCount(0)
})

test('the list of shortcuts lies over nothing that was opened while it was on its way', async ({
  newPerson,
}) => {
  const context = await newPerson()
  const page = await context.newPage()
  const line = Promise.withResolvers<void>()
  const [file] = (await builtFiles(/^player\/ui\/shortcut-sheet\.tsx$/)).keys()
  let held = 0
  // From the very beginning: an idle page loads other parts that are in the same file.
  await page.route(`**${file}`, async (route) => {
    held += 1
    await line.promise
    await route.continue()
  })
  await openVideo(page, await findVideo(context))
  const report = page.getByRole('button', { name: 'Report', exact: true })
  await expect(report).toBeVisible()
  await player(page).press('?')
  await expect.poll(() => held).toBeGreaterThan(0)
  await report.click()
  line.resolve()
  await expect(page.getByRole('dialog', { name: 'Report video' })).toBeVisible()
  await expect(page.locator('dialog')).toHaveCount(0)
})

test('the storyboard shows the second that is pointed at, from one picture', async ({ newPerson }) => {
  const context = await newPerson()
  const page = await context.newPage()
  const asked = await openVideo(page, await findVideo(context))
  expect(asked.filter((path) => path.endsWith('.jpg'))).toEqual([])
  const bar = await page.getByRole('slider', { name: 'Seek' }).locator('..').boundingBox()
  const stage = await player(page).boundingBox()
  if (!bar || !stage) throw new Error('The player has no size.')
  const picture = page.locator('img[src="/media/e2e/storyboard.jpg"]')
  for (const [share, column] of [
    [0.01, 0],
    [0.34, 3],
    [0.55, 5],
    [0.99, 9],
  ] as const) {
    await page.mouse.move(bar.x + bar.width * share, bar.y + bar.height / 2)
    await expect(picture).toHaveCSS('translate', `${column * -storyboard.tileWidth}px`)
    const tile = await picture.locator('..').boundingBox()
    expect(tile?.x).toBeGreaterThanOrEqual(stage.x)
    expect((tile?.x ?? 0) + (tile?.width ?? 0)).toBeLessThanOrEqual(stage.x + stage.width)
  }
  await page.mouse.move(10, 10)
  await expect(picture).toBeHidden()
  await player(page).focus()
  await page.keyboard.press('5')
  await expect(picture).toBeVisible()
  expect(asked.filter((path) => path.endsWith('.jpg'))).toHaveLength(1)
})

test('captions stand clear of the controls while these show', { tag: '@phone' }, async ({
  newPerson,
  isMobile,
}) => {
  const context = await newPerson()
  const page = await context.newPage()
  await openVideo(page, await findVideo(context))
  await page.getByRole('button', { name: 'Captions' }).click()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  const line = () =>
    page.locator('[role=group] video').evaluate((video: HTMLVideoElement) => {
      const track = [...video.textTracks].find(({ mode }) => mode === 'showing')
      return (track?.activeCues?.[0] as VTTCue | undefined)?.line
    })
  // By the time of the first line the controls may have hidden; a key brings them back.
  await expect.poll(line).toBeDefined()
  await player(page).press('m')
  // At the top of a phone's small picture, since the buttons are in its middle.
  if (isMobile) await expect.poll(line).toBe(0)
  else await expect.poll(line).toBeLessThan(-2)
  await expect(player(page)).toHaveAttribute('data-idle', 'true')
  await expect.poll(line).toBe('auto')
})

test('a video goes on where the account left it', { tag: '@phone' }, async ({ newPerson, isMobile }) => {
  const context = await newPerson()
  const page = await context.newPage()
  await signUp(page)
  // Near its end it would count as watched.
  const { id } = await findVideo(context, { atLeast: 60 })
  await page.goto(`/video/${id}`)
  await ready(page)
  await seek(page, 12)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  // The code that saves the position is loaded after the first frame, together with this.
  await expect(page.locator('[role=group] [aria-live]')).toBeAttached()
  const from = await currentTime(page)
  await expect.poll(() => currentTime(page)).toBeGreaterThan(from + 0.5)
  const told = page.waitForResponse((response) => response.url().endsWith(`/api/videos/${id}/progress`))
  // By a key, since the buttons may have hidden by now.
  await page.keyboard.press('k')
  expect((await told).status()).toBe(204)
  // Imitates another browser of the same person, without this one's memory.
  await page.evaluate(() => localStorage.removeItem('watch-log'))
  await page.reload()
  await ready(page)
  await expect(page.getByText(/^Resumed at /)).toBeVisible()
  expect(await currentTime(page)).toBeGreaterThan(12)
  if (isMobile) {
    // Later taps only show and hide the controls. A resumed video has moved, but hasn't played.
    await page.locator('[role=group] video').tap({ position: { x: 200, y: 60 } })
    await expect(player(page)).not.toHaveAttribute('data-paused')
  }
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect.poll(() => currentTime(page)).toBeLessThan(6)
})

test('an address can name a part, which plays alone', async ({ newPerson }) => {
  const context = await newPerson()
  const page = await context.newPage()
  const { id } = await findVideo(context)
  await page.goto(`/video/${id}?t=4,5.5`)
  await ready(page)
  await expect(page.getByText('Selection 0:04–0:05')).toBeVisible()
  const video = page.locator('[role=group] video')
  // Noted at once, since the part is soon over.
  await video.evaluate((element: HTMLVideoElement) =>
    element.addEventListener('playing', () => element.setAttribute('data-played', ''), { once: true }),
  )
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(video).toHaveAttribute('data-played')
  await expect.poll(async () => Math.abs((await currentTime(page)) - 5.5)).toBeLessThan(0.3)
  await expect(player(page)).toHaveAttribute('data-paused', 'true')
  expect(Math.abs((await currentTime(page)) - 5.5)).toBeLessThan(0.3)
  await page.getByRole('button', { name: 'Watch whole video' }).click()
  await expect(page).toHaveURL(`/video/${id}`)
})

test('at the end the next video is offered, and played', async ({ newPerson }) => {
  const context = await newPerson()
  const page = await context.newPage()
  await page.clock.install()
  const { id, duration } = await findVideo(context)
  await page.goto(`/video/${id}`)
  await ready(page)
  await seek(page, (duration ?? 0) - 0.5)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  const offer = page.getByRole('region', { name: 'Up next' })
  await expect(offer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(offer).toHaveCount(0)
  await page.getByRole('button', { name: 'Replay' }).click()
  // The page's clock is stopped: a busy machine would miss some of the seconds. It is stopped in the future,
  // since it can't be set back.
  await page.clock.pauseAt(Date.now() + minute)
  await seek(page, (duration ?? 0) - 0.5)
  for (let left = 8; left > 0; left -= 1) {
    await expect(offer.locator('title')).toHaveText(String(left))
    await expect(page).toHaveURL(`/video/${id}`)
    await page.clock.fastForward(1000)
  }
  await expect(page).not.toHaveURL(`/video/${id}`)
  await page.clock.resume()
  await expect(player(page)).toHaveAttribute('data-status', 'playing')
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('a card plays its preview while a mouse rests on it', async ({ newPerson }) => {
    const context = await newPerson()
    const page = await context.newPage()
    await page.goto('/')
    await appIsThere(page)
    const card = page
      .locator('main article')
      .filter({ has: page.locator('[data-preview]') })
      .first()
    await card.hover()
    const clip = card.locator('video')
    await expect.poll(() => clip.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
    await page.mouse.move(5, 5)
    await expect(clip).toHaveCount(0)
  })
})

test.describe('fingers', { tag: '@phone' }, () => {
  test.beforeEach(({ isMobile }) => test.skip(!isMobile, 'a phone has them'))

  test('seek by taps and swipes, play fast while they rest, and still scroll the page', async ({
    newPerson,
  }) => {
    const context = await newPerson()
    const page = await context.newPage()
    await openVideo(page, await findVideo(context))
    // Gestures are loaded with the extras, after the first picture, like the live region.
    await expect(player(page).locator('[aria-live]')).toBeAttached()
    const box = await page.locator('[role=group] video').boundingBox()
    if (!box) throw new Error('The video has no size.')
    const { x, y, width, height } = box
    const at = (across: number, down: number) => ({ x: x + width * across, y: y + height * down })
    const touch = await touchScreen(await context.newCDPSession(page))

    const right = at(0.85, 0.3)
    // The sign fades within a second, which a busy machine may need to look again.
    await page.evaluate(() => {
      const keep = () => {
        if (document.body.textContent?.includes('20 s')) document.documentElement.dataset.seekSign = '20 s'
      }
      new MutationObserver(keep).observe(document.body, {
        childList: true,
        subtree: true,
        characterData: true,
      })
    })
    await touch.taps(right, 3)
    await expect(page.locator('html')).toHaveAttribute('data-seek-sign', '20 s')
    // The first tap started playback.
    await expect.poll(() => currentTime(page)).toBeGreaterThanOrEqual(20)

    await touch.swipe([at(0.8, 0.25), at(0.2, 0.25)])
    await expect.poll(() => currentTime(page)).toBeLessThan(15)

    await touch.down(at(0.5, 0.25))
    await expect(player(page).getByText('2×').first()).toBeVisible()
    const rate = () =>
      page.locator('[role=group] video').evaluate((video: HTMLVideoElement) => video.playbackRate)
    expect(await rate()).toBe(2)
    await touch.up()
    await expect.poll(rate).toBe(1)

    expect(await page.evaluate(() => scrollY)).toBe(0)
    await touch.swipe([at(0.2, 0.9), at(0.2, 0.1), at(0.2, -0.5)])
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50)
  })
})

interface Spot {
  x: number
  y: number
}

/** Touches with one finger, as browser input. */
async function touchScreen(session: CDPSession) {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Spot[], timestamp?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints, ...(timestamp && { timestamp }) })
  return {
    /** Taps ten times a second by the clock of the events: a busy machine may take longer to send them. */
    taps: (spot: Spot, times: number) => {
      const now = Date.now() / 1000
      const sent = Array.from({ length: times }, (_, tap) => [
        send('touchStart', [spot], now + tap / 10),
        send('touchEnd', [], now + tap / 10 + 0.05),
      ])
      return Promise.all(sent.flat())
    },
    down: (spot: Spot) => send('touchStart', [spot]),
    up: () => send('touchEnd', []),
    async swipe([from, ...way]: [Spot, ...Spot[]]) {
      await send('touchStart', [from])
      let last = from
      for (const to of way) {
        for (let step = 1; step <= 8; step += 1) {
          const share = step / 8
          await send('touchMove', [
            { x: last.x + (to.x - last.x) * share, y: last.y + (to.y - last.y) * share },
          ])
        }
        last = to
      }
      await send('touchEnd', [])
    },
  }
}

test("a dialog whose file can't be loaded leaves the player running, and comes with another try", async ({
  newPerson,
}) => {
  const context = await newPerson()
  const page = await context.newPage()
  await openVideo(page, await findVideo(context))
  await player(page).press('k')
  const share = page.getByRole('button', { name: 'Share', exact: true })
  await expect(share).toBeVisible()
  await page.route('**/assets/*.js', (route) => route.abort())
  await share.click()
  await expect(page.getByText("Couldn't open this")).toBeVisible()
  await expect(player(page)).not.toHaveAttribute('data-paused')
  const before = await currentTime(page)
  await expect.poll(() => currentTime(page)).toBeGreaterThan(before)
  await page.unroute('**/assets/*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible()
})

test('after a missing file the next page is a new document', async ({ newPerson }) => {
  const context = await newPerson()
  const page = await context.newPage()
  await openVideo(page, await findVideo(context))
  const share = page.getByRole('button', { name: 'Share', exact: true })
  await expect(share).toBeVisible()
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }))
  await share.click()
  await expect(page.getByText("Couldn't open this")).toBeVisible()
  await page.unroute('**/assets/*.js')
  const document = page.waitForRequest((request) => request.isNavigationRequest())
  // At once: the toast that is still shown covers no link of the header.
  await page.getByRole('link', { name: 'Premium' }).first().click({ timeout: 3000 })
  expect(new URL((await document).url()).pathname).toBe('/premium')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('the picture plays at a click before the player is there', async ({ newPerson }) => {
  const context = await newPerson()
  const page = await context.newPage()
  const video = await findVideo(context)
  const line = Promise.withResolvers<void>()
  const file = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    if (!route.request().url().includes('start')) await line.promise
    await route.continue()
  })
  await page.route('**/media/**', async (route) => {
    await file.promise
    await route.continue()
  })
  await page.goto(`/video/${video.id}`, { waitUntil: 'commit' })
  const early = page.locator('video[data-video]')
  await startArrived(page)
  const place = await early.boundingBox()
  await early.click()
  // Not even its length is known yet.
  expect(await early.evaluate((video: HTMLVideoElement) => video.readyState)).toBe(0)
  await expect(early).toHaveJSProperty('paused', false)
  // By then the connection is slow.
  await expect(early).toHaveJSProperty('controls', true)
  file.resolve()
  line.resolve()
  await ready(page)
  await expect(player(page)).not.toHaveAttribute('data-paused')
  await expect(early).toHaveJSProperty('controls', false)
  expect(await early.boundingBox()).toEqual(place)
  await expect(page.getByRole('region', { name: /^Comments/ })).toBeVisible()
  await expectFewScripts(page, '/video/1')
})

test("the browser's own controls play a video whose player can't be loaded", async ({
  newPerson,
  browser,
  baseURL,
}) => {
  const video = await findVideo(await newPerson())
  // Not a person of the other tests, whose pages may have no errors.
  const context = await browser.newContext()
  await context.addCookies([{ name: 'age_verified', value: '1', url: baseURL ?? '' }])
  const page = await context.newPage()
  await page.route('**/assets/index-*.js', (route) => route.fulfill({ status: 404 }))
  await page.goto(`/video/${video.id}`)
  const early = page.locator('video[data-video]')
  await expect(early).toHaveJSProperty('controls', true)
  await expect
    .poll(() => early.evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThan(0)
  await early.press('Space')
  await expect(early).toHaveJSProperty('paused', false)
  await context.close()
})

test('keys work from a button elsewhere on the page, and End leaves the page where it is', async ({
  newPerson,
}) => {
  const context = await newPerson()
  const page = await context.newPage()
  const { id } = await findVideo(context)
  await page.goto(`/video/${id}`)
  await ready(page)
  await page.getByRole('button', { name: 'Like', exact: true }).focus()
  // The focus itself scrolls if the button isn't far enough from the window's edge.
  const place = await page.evaluate(() => scrollY)
  await page.keyboard.press('5')
  await expect.poll(() => currentTime(page)).toBeGreaterThan(2)
  await page.keyboard.press('k')
  await expect(player(page)).not.toHaveAttribute('data-paused')
  await page.keyboard.press('Home')
  await page.keyboard.press('End')
  await expect(player(page)).toHaveAttribute('data-status', 'ended')
  expect(await page.evaluate(() => scrollY)).toBe(place)
})

test.describe('in a low window', () => {
  test.use({ viewport: { width: 844, height: 390 } })
  const sizes = [
    { width: 844, height: 390 },
    { width: 640, height: 400 },
  ]
  async function expectInSight(page: Page, control: Locator) {
    for (const size of sizes) {
      await page.setViewportSize(size)
      const box = await control.boundingBox()
      const tabs = page.getByRole('navigation', { name: 'Tabs' })
      const edge = (await tabs.isVisible()) ? ((await tabs.boundingBox())?.y ?? 0) : size.height
      expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)).toBeLessThanOrEqual(edge)
    }
  }

  test('the controls are in sight, and the offer on a locked picture', async ({ newPerson }) => {
    const context = await newPerson()
    const page = await context.newPage()
    const { id } = await findVideo(context)
    await page.goto(`/video/${id}`)
    await ready(page)
    await expectInSight(page, page.getByRole('button', { name: 'Full screen' }))
    const locked = await findVideo(context, { isPremium: true })
    await page.goto(`/video/${locked.id}`)
    const offer = page.getByRole('main').getByRole('link', { name: 'Upgrade to Premium' })
    await expect(offer).toBeVisible()
    await expectInSight(page, offer)
  })
})

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })
  test('no public page is wider than the screen, and Report is on it', async ({ newPerson }) => {
    const context = await newPerson()
    const page = await context.newPage()
    const { id } = await findVideo(context)
    const wide: string[] = []
    for (const path of [
      '/',
      '/categories',
      '/premium',
      '/search?q=a',
      '/signin',
      '/signup',
      '/terms',
      `/video/${id}`,
    ]) {
      await page.goto(path)
      await expect(page.getByRole('contentinfo')).toBeAttached()
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wide.push(path)
    }
    expect(wide).toEqual([])
    const report = await page.getByRole('button', { name: 'Report', exact: true }).boundingBox()
    expect((report?.x ?? 999) + (report?.width ?? 0)).toBeLessThanOrEqual(320)
  })
})
