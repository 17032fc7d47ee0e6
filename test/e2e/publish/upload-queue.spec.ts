import { readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumOptions } from '#tools/programs/browser'
import {
  expect,
  makeVideoFile,
  noteFaults,
  password,
  randomAddress,
  signIn,
  signUp,
  test,
} from '../support/site'
import { uploadRecords } from '../support/upload-records'

/** Opens a browser with its data in a folder, like a person's own. */
async function openBrowser(folder: string, baseURL: string, faults: string[]): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    ...chromiumOptions(),
    baseURL,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'cf-connecting-ip': randomAddress() },
  })
  noteFaults(context, faults)
  await context.addCookies([{ name: 'age_verified', value: '1', domain: 'localhost', path: '/' }])
  await context.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('ageVerified', 'true')
  })
  return context
}

/** Ends a browser as a crash or the system would: it writes nothing more. */
async function kill(folder: string, context: BrowserContext): Promise<void> {
  const gone = new Promise((resolve) => context.on('close', resolve))
  // Chromium names its process in the lock of its folder: `host-1234`.
  const owner = await readlink(join(folder, 'SingletonLock'))
  process.kill(Number(owner.slice(owner.lastIndexOf('-') + 1)), 'SIGKILL')
  await gone
}

/** Returns the number of videos in the browser's queues that are to be published. */
async function wantedIn(page: Page): Promise<number> {
  const records = Object.entries(await uploadRecords(page)).filter(([key]) => key.startsWith('queue:'))
  return records
    .flatMap(([, queue]) => (queue as { items: { wanted: boolean }[] }).items)
    .filter(({ wanted }) => wanted).length
}

/** Returns the number of videos whose file to upload is in the browser's own storage. */
async function preparedIn(page: Page): Promise<number> {
  const records = Object.entries(await uploadRecords(page)).filter(([key]) => key.startsWith('job:'))
  return records.filter(([, job]) => (job as { source: object | null }).source !== null).length
}

test('what was typed, and videos to be published, survive a killed browser', async ({ baseURL }, info) => {
  test.setTimeout(180_000)
  const origin = baseURL ?? ''
  const folder = info.outputPath('profile')
  const faults: string[] = []
  const file = await makeVideoFile(info.outputPath('one'), { seconds: 2, megabits: 1 })
  const other = await makeVideoFile(info.outputPath('other'), { seconds: 3, megabits: 1 })

  let context = await openBrowser(folder, origin, faults)
  let [page = await context.newPage()] = context.pages()
  const name = await signUp(page)
  await page.goto('/upload-video')
  await page.getByLabel('Description').fill('Typed a moment before')
  await expect.poll(async () => JSON.stringify(await uploadRecords(page))).toContain('Typed a moment before')
  await kill(folder, context)

  context = await openBrowser(folder, origin, faults)
  ;[page = await context.newPage()] = context.pages()
  // Cookies are written late, which isn't tested here.
  await signIn(page, name, password)
  await page.goto('/upload-video')
  await expect(page.getByLabel('Description')).toHaveValue('Typed a moment before')

  // Otherwise, such small files would be published before the browser is killed.
  await page.route('**/parts/*', () => undefined)
  await page.getByLabel('Video file').setInputFiles([file, other])
  await expect(page.getByRole('heading', { name: '2 videos' })).toBeVisible()
  await page.getByLabel('Title').fill('The first of two')
  await page.getByLabel('Category').selectOption({ label: 'Fractals' })
  await page.getByRole('button', { name: 'Apply to all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click()
  await page
    .getByRole('button', { name: /Untitled video|clip|\.mp4/ })
    .first()
    .click()
  await page.getByLabel('Title').fill('The second of two')
  await page.getByRole('button', { name: 'Publish all' }).click()
  await expect.poll(() => wantedIn(page)).toBe(2)
  await kill(folder, context)

  context = await openBrowser(folder, origin, faults)
  ;[page = await context.newPage()] = context.pages()
  await signIn(page, name, password)
  // On any page: no one needs to know where the upload was begun.
  await page.goto('/terms')
  const titles = async () =>
    ((await (await page.request.get('/api/videos/my-videos')).json()) as { title: string }[])
      .map(({ title }) => title)
      .sort()
  await expect.poll(titles, { timeout: 90_000 }).toEqual(['The first of two', 'The second of two'])
  await context.close()
  expect(faults, 'errors of the pages').toEqual([])
})

test('videos that were only chosen go on when the browser is opened again, on any page', async ({
  baseURL,
}, info) => {
  test.setTimeout(120_000)
  const folder = info.outputPath('profile')
  const faults: string[] = []
  const files = await Promise.all(
    [2, 3].map((seconds) =>
      makeVideoFile(info.outputPath(`${seconds}`), { seconds, megabits: 1, size: '320x180' }),
    ),
  )
  let context = await openBrowser(folder, baseURL ?? '', faults)
  let [page = await context.newPage()] = context.pages()
  await signUp(page)
  await page.goto('/upload-video')
  // Nothing arrives before the browser is closed.
  await page.route('**/parts/*', () => undefined)
  await page.getByLabel('Video file').setInputFiles(files)
  await expect.poll(() => preparedIn(page), { timeout: 30_000 }).toBe(2)
  await context.close()

  context = await openBrowser(folder, baseURL ?? '', faults)
  ;[page = await context.newPage()] = context.pages()
  await page.goto('/terms')
  const line = page.getByRole('link', { name: 'Uploads: 2 videos, 100 %. Ready to publish.' })
  await expect(line).toBeVisible({ timeout: 60_000 })
  await line.click()
  await expect(page.getByText('2 of 2 uploaded')).toBeVisible()
  await context.close()
  expect(faults, 'errors of the pages').toEqual([])
})

test('an upload right after another one begins empty, also where the tab was closed at once', async ({
  newPerson,
}, info) => {
  const file = await makeVideoFile(info.outputPath('one'), { seconds: 2, megabits: 1, size: '320x180' })
  const context = await newPerson()
  let tab = await context.newPage()
  await signUp(tab)
  for (const title of ['The first wave', 'The second wave', null]) {
    await tab.goto('/upload-video')
    await expect(tab.getByLabel('Video file')).toBeAttached()
    await expect(tab.getByLabel('Title')).toHaveValue('')
    await expect(tab.getByLabel('Description')).toHaveValue('')
    if (title === null) break
    await tab.getByLabel('Video file').setInputFiles(file)
    await expect(tab.getByText(/^Uploaded/)).toBeVisible({ timeout: 30_000 })
    await tab.getByLabel('Title').fill(title)
    await tab.getByLabel('Description').fill(`About ${title}`)
    await tab.getByLabel('Category').selectOption({ label: 'Fractals' })
    await tab.getByRole('button', { name: 'Upload Video' }).click()
    await tab.waitForURL('**/my-videos', { timeout: 30_000 })
    await tab.close()
    tab = await context.newPage()
  }
})
