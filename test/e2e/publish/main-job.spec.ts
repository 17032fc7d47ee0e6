import { createHash } from 'node:crypto'
import type { BrowserContext, Locator, Page, Request } from '@playwright/test'
import {
  expect,
  expectPlaying,
  fillSignUp,
  hashDerivedFile,
  makeVideoFile,
  signUp,
  test,
} from '../support/site'
import { uploadFiles, uploadRecords } from '../support/upload-records'

/** For expectations that the studio's encoders, which use every core, may delay. */
const slowly = expect.configure({ timeout: 60_000 })

test(
  'a visitor watches, signs up, uploads through a reload, and others watch what was published',
  { tag: '@phone-only' },
  async ({ newPerson, baseURL }, info) => {
    test.setTimeout(180_000)
    // Large, so that parts remain after the reload, and short, with one lower quality, since that is encoded
    // too.
    const file = await makeVideoFile(info.outputDir, { seconds: 2, megabits: 28, repeat: 4, size: '854x480' })
    const context = await newPerson({ ageConfirmed: false })
    const page = await context.newPage()

    await page.goto('/')
    await page.getByRole('button', { name: "Yes, I'm Over 18" }).click()
    await page.getByRole('link', { name: 'Watch Now' }).first().click()
    await page.getByRole('button', { name: 'Play', exact: true }).first().click()
    await expectPlaying(page)

    await fillSignUp(page)
    await page.goto('/upload-video')
    await page.getByRole('tab', { name: 'File' }).click()

    // Slow enough for the reload to come in the middle.
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
    await expect(theirs.getByRole('heading', { name: 'Noise, renamed', level: 1 })).toBeVisible()

    const videoCard = page.getByRole('listitem').filter({ hasText: 'Noise, renamed' })
    // The card shows the change before the server confirms it. Meanwhile, the studio may be saving derived
    // files of the same video.
    const hidden = page.waitForResponse((response) => saved(response.request())?.isPublic === false)
    await act(page, videoCard, 'Hide')
    await expect(videoCard.getByText('Private')).toBeVisible()
    expect((await hidden).status()).toBe(200)
    expect((await theirs.goto(`/video/${id}`))?.status()).toBe(404)
    await expect(theirs.getByText('Video not found')).toBeVisible()

    await act(page, videoCard, 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(videoCard).toHaveCount(0)
    // Its bytes are no longer served to anyone with the URL.
    await expect.poll(async () => (await visitor.request.get(media)).status(), { timeout: 20_000 }).toBe(404)
    expect((await context.request.get(`${baseURL}/api/videos/${id}`)).status()).toBe(404)
  },
)

test('a video gets qualities, storyboard and preview through two reloads, and nothing is sent twice', async ({
  newPerson,
}, info) => {
  test.setTimeout(240_000)
  const file = await makeVideoFile(info.outputDir, { seconds: 2, megabits: 3, repeat: 3 })
  const context = await newPerson()
  const page = await context.newPage()
  const stored = watchParts(page)
  const releaseRenditions = await holdRenditions(page)
  await signUp(page)
  await page.goto('/upload-video')
  await page.getByLabel('Video file').setInputFiles(file)
  await page.getByLabel('Title').fill('Six seconds of noise')
  await page.getByLabel('Category').selectOption({ label: 'Fractals' })
  await slowly(page.getByText(/^Uploaded/)).toBeVisible()
  await slowly(page.getByText(/^Adding qualities: .*360p/)).toBeVisible()
  const made = await hashDerivedFile(page)
  await page.reload()

  await slowly(page.getByLabel('Title')).toHaveValue('Six seconds of noise')
  await slowly(page.getByText(/^Adding qualities/)).toBeVisible()
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await slowly(page).toHaveURL('/my-videos')
  const card = page.getByRole('listitem').filter({ hasText: 'Six seconds of noise' })
  await slowly(card.getByText(/^Adding qualities/)).toBeVisible()
  const id = await publishedId(context)
  releaseRenditions()
  // The upload goes on on every page.
  await page.goto('/')
  await page.reload()

  await slowly
    .poll(() => sourcesOf(context, id), { timeout: 120_000 })
    .toEqual(['mp4', 'hls', '360p', '480p'])
  const video = await detailOf(context, id)
  expect(video.storyboard).toMatchObject({ columns: 10, rows: 1, tileWidth: 160, tileHeight: 90 })
  expect(video.previewUrl).not.toBeNull()
  await slowly.poll(() => leftIn(page)).toEqual({ files: [], jobs: [] })
  expect(
    [...stored.values()].filter((times) => times !== 1),
    'parts that were sent twice',
  ).toEqual([])

  const served = await (await context.request.get(video.sources?.[0]?.url ?? '')).body()
  const sha256 = createHash('sha256').update(served).digest('hex')
  expect(sha256, 'the server had nothing to leave out of what the browser made').toBe(made.sha256)
  for (const source of (video.sources ?? []).filter(({ type }) => type === 'hls')) {
    const playlist = await (await context.request.get(source.url)).text()
    const [first] = playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    const address = new URL(first ?? '', new URL(source.url, page.url()))
    expect((await context.request.get(address.href)).status()).toBe(200)
  }
  await page.goto(`/video/${id}`)
  await page.getByRole('button', { name: 'Play', exact: true }).first().click()
  await expectPlaying(page)
})

test('a cancel while qualities are made leaves nothing, here and on the server', async ({
  newPerson,
}, info) => {
  test.setTimeout(120_000)
  const file = await makeVideoFile(info.outputDir, { seconds: 2, megabits: 3, repeat: 10 })
  const page = await (await newPerson()).newPage()
  const opened = new Set<string>()
  const abandoned = new Set<string>()
  page.on('response', async (response) => {
    const method = response.request().method()
    const { pathname } = new URL(response.url())
    if (method === 'POST' && pathname === '/api/uploads') opened.add((await response.json()).id)
    if (method === 'DELETE' && response.status() === 204) abandoned.add(pathname.split('/').at(-1) ?? '')
  })
  const releaseRenditions = await holdRenditions(page)
  await signUp(page)
  await page.goto('/upload-video')
  await page.getByLabel('Video file').setInputFiles(file)
  await slowly(page.getByText(/^Uploaded/)).toBeVisible()
  await slowly(page.getByText(/^Adding qualities: .*360p/)).toBeVisible()
  await page.getByRole('button', { name: 'Reset' }).click()
  // An upload that is being opened can be abandoned only once its response arrives: the response names it.
  releaseRenditions()
  // The time limit is measured without other load: `npm run bench:media`.
  await slowly.poll(() => leftIn(page)).toEqual({ files: [], jobs: [] })
  expect(opened.size).toBeGreaterThan(0)
  await slowly.poll(() => [...opened].filter((id) => !abandoned.has(id))).toEqual([])
  // Each of the studio's encoders runs in a worker that ends with it.
  await slowly.poll(() => page.workers().length).toBe(0)
  await slowly(page.getByRole('button', { name: 'choose a file' })).toBeVisible()
})

test('two tabs have drafts of their own, and one goes on for the other when that is closed', async ({
  newPerson,
}, info) => {
  test.setTimeout(180_000)
  const file = await makeVideoFile(info.outputDir, { seconds: 2, megabits: 3, repeat: 3 })
  const context = await newPerson()
  const page = await context.newPage()
  await holdRenditions(page)
  await signUp(page)
  await page.goto('/upload-video')
  await page.getByLabel('Title').fill('In the first tab')
  await page.getByLabel('Video file').setInputFiles(file)
  const other = await context.newPage()
  const releaseRenditions = await holdRenditions(other)
  await other.goto('/upload-video')
  await slowly(other.getByLabel('Title')).toHaveValue('')
  await slowly(other.getByRole('button', { name: 'choose a file' })).toBeVisible()

  await page.getByLabel('Category').selectOption({ label: 'Fractals' })
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await slowly(page).toHaveURL('/my-videos')
  await other.goto('/my-videos')
  await slowly(other.getByText('Qualities are being added in another tab')).toBeVisible()
  await page.close()
  await slowly(other.getByText(/^Adding qualities: /)).toBeVisible()
  releaseRenditions()
  const id = await publishedId(context)
  await slowly
    .poll(() => sourcesOf(context, id), { timeout: 120_000 })
    .toEqual(['mp4', 'hls', '360p', '480p'])
})

interface Detail {
  sources: { type: string; url: string; height: number | null }[] | null
  storyboard: object | null
  previewUrl: string | null
}

async function publishedId(context: BrowserContext): Promise<number> {
  const [video] = (await (await context.request.get('/api/videos/my-videos')).json()) as { id: number }[]
  if (!video) throw new Error('Nothing is published.')
  return video.id
}

async function detailOf(context: BrowserContext, id: number): Promise<Detail> {
  return (await context.request.get(`/api/videos/${id}`)).json()
}

async function sourcesOf(context: BrowserContext, id: number): Promise<string[]> {
  const { sources } = await detailOf(context, id)
  // A video whose file is still being read has none.
  return (sources ?? []).map(({ type, height }) => (type === 'hls' && height !== null ? `${height}p` : type))
}

/**
 * Holds the upload of the lower qualities until it is released: a fast machine would finish before the test
 * looks. Returns the release.
 */
async function holdRenditions(page: Page): Promise<() => void> {
  const { promise: gone, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/uploads', async (route) => {
    const { kind } = route.request().postDataJSON() as { kind: string }
    if (kind === 'rendition') await gone
    // A page that was left meanwhile no longer waits for the response.
    await route.continue().catch(() => {})
  })
  return letGo
}

/** Counts how often each part was stored. */
function watchParts(page: Page): Map<string, number> {
  const stored = new Map<string, number>()
  page.on('response', (response) => {
    const url = response.url()
    if (isPart(url) && response.ok()) stored.set(url, (stored.get(url) ?? 0) + 1)
  })
  return stored
}

/** Lists what uploads have left in the browser. */
async function leftIn(page: Page): Promise<{ files: string[]; jobs: string[] }> {
  const jobs = Object.keys(await uploadRecords(page)).filter((key) => key.startsWith('job:'))
  return { files: await uploadFiles(page), jobs }
}

/** Uses an action of a card: with a mouse on the card itself, with touch in its menu. */
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

/** Returns a request's change to a video, if there is one. */
function saved(request: Request): { isPublic?: boolean } | null {
  return request.method() === 'PATCH' ? request.postDataJSON() : null
}

function isPart(url: string): boolean {
  return /\/api\/uploads\/[^/]+\/parts\/\d+$/.test(url)
}
