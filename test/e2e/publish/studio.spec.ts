import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addCaptions } from '../support/player'
import { untilReady } from '../support/publish'
import { expect, expectPlaying, makeVideoFile, sandboxOrigin, signInAs, signUp, test } from '../support/site'
import { uploadFiles, uploadRecords } from '../support/upload-records'

/** Fills in the required fields, publishes, and waits until the video can be watched. */
async function publish(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Category').selectOption({ label: 'Fractals' })
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page).toHaveURL('/my-videos', { timeout: 60_000 })
  await expect(page.getByText('Processing')).toHaveCount(0, { timeout: 30_000 })
  await page.locator('main a[href^="/video/"]').first().click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Play', exact: true }).first().click()
  await expectPlaying(page)
}

/** Returns the size of a picture as a browser decodes it. */
function sizeOf(page: Page, url: string): Promise<[number, number]> {
  return page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  }, url)
}

// On a phone the video is published as it is; otherwise the browser downloads it first.
test('a video is fetched from an address, and published', { tag: '@phone' }, async ({ newPerson }) => {
  test.setTimeout(120_000)
  const page = await (await newPerson()).newPage()
  await signUp(page)
  await page.goto('/upload-video')
  await page.getByRole('tab', { name: 'URL' }).click()
  await page.getByLabel('Video URL').fill('not an address')
  await page.getByRole('button', { name: 'Fetch video' }).click()
  await expect(page.getByText('Please enter a valid video URL').first()).toBeVisible()

  await page.getByLabel('Video URL').fill(`${sandboxOrigin()}/files/good/horizon.mp4`)
  await page.getByRole('button', { name: 'Fetch video' }).click()
  await expect(page.getByRole('img', { name: 'Thumbnail of the video' })).toBeVisible({ timeout: 60_000 })
  await publish(page, 'Fetched from elsewhere')
})

test('an address inside the network is refused with a sentence', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await signUp(page)
  await page.goto('/upload-video')
  await page.getByRole('tab', { name: 'URL' }).click()
  await page.getByLabel('Video URL').fill('http://127.0.0.1:9/video.mp4')
  await page.getByRole('button', { name: 'Fetch video' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page.getByLabel('Video URL')).toHaveValue('http://127.0.0.1:9/video.mp4')
})

test('the camera records, and what it recorded is published', async ({ newPerson }) => {
  test.setTimeout(120_000)
  const context = await newPerson()
  await context.grantPermissions(['camera', 'microphone'])
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/upload-video')
  await page.getByRole('tab', { name: 'Camera' }).click()
  await page.getByRole('button', { name: 'Access Camera' }).click()
  await page.getByRole('button', { name: 'Record' }).click()
  // Three seconds of countdown, then two of recording.
  await expect(page.getByText('0:02')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('button', { name: 'Use Video' }).click()
  await expect(page.getByRole('img', { name: 'Thumbnail of the video' })).toBeVisible({ timeout: 60_000 })
  await publish(page, 'Two seconds of a fake camera')
})

test('a published video is trimmed in its place, and a picture chosen for it outlives a reload', async ({
  newPerson,
}, info) => {
  test.setTimeout(240_000)
  const file = await makeVideoFile(info.outputDir, { seconds: 2, megabits: 2, repeat: 3 })
  const context = await newPerson()
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/upload-video')
  await page.getByLabel('Video file').setInputFiles(file)
  await expect(page.getByRole('img', { name: 'Thumbnail of the video' })).toBeVisible({ timeout: 60_000 })
  await page.getByLabel('Thumbnail image').setInputFiles('test/fixtures/media/storyboard.jpg')
  await expect(page.getByRole('button', { name: 'Reset thumbnail' })).toBeVisible()
  const isKept = async () => {
    const records = Object.entries(await uploadRecords(page))
    const [, draft] = records.find(([key]) => key.startsWith('draft:')) ?? []
    const name = (draft as { poster: { storedName: string } | null } | undefined)?.poster?.storedName
    // While it is being written, it has another name.
    return name !== undefined && (await uploadFiles(page)).includes(name)
  }
  await expect.poll(isKept).toBe(true)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Reset thumbnail' })).toBeVisible()
  await page.getByLabel('Title').fill('Six seconds, then three')
  await page.getByLabel('Category').selectOption({ label: 'Fractals' })
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page).toHaveURL('/my-videos', { timeout: 60_000 })
  const videos = await context.request.get('/api/videos/my-videos')
  const [{ id, duration }] = (await videos.json()) as [{ id: number; duration: number }]
  expect(duration).toBeCloseTo(6, 0)
  await addCaptions(page, `/video/${id}`, 'en', 'To the end.')
  await untilReady(page, id)

  await page.goto(`/edit-video/${id}`)
  await page.getByRole('button', { name: 'Trim video' }).click()
  await page.getByLabel('End', { exact: true }).fill('0:03')
  await page.getByLabel('End', { exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Apply trim' }).click()
  await expect(page.getByText(/^Uploaded/)).toBeVisible({ timeout: 120_000 })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL('/my-videos', { timeout: 60_000 })

  const detail = async () => (await context.request.get(`/api/videos/${id}`)).json()
  await expect.poll(async () => (await detail()).duration, { timeout: 30_000 }).toBeCloseTo(3, 0)
  const [track] = (await detail()).captions
  expect(await (await context.request.get(track.url)).text()).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:03.000\nTo the end.\n',
  )
  // The qualities of the whole video are gone, and those of the part follow.
  await expect
    .poll(async () => (await detail()).sources?.map(({ height }: { height: number | null }) => height), {
      timeout: 120_000,
    })
    // Expected one by one, since two may appear between two checks.
    .toEqual(expect.arrayContaining([720, null, 360]))
  await page.goto(`/video/${id}`)
  await page.getByRole('button', { name: 'Play', exact: true }).first().click()
  await expectPlaying(page)
})

test('a premium video is published with a blurred poster, and a trailer from the chosen second', async ({
  newPerson,
}, info) => {
  test.setTimeout(240_000)
  const file = await makeVideoFile(info.outputDir, { seconds: 2, megabits: 1, repeat: 8 })
  const context = await newPerson()
  const page = await context.newPage()
  await signInAs(page, 'creator')
  await page.goto('/upload-video')
  await page.getByLabel('Video file').setInputFiles(file)
  await page.getByRole('switch', { name: 'Premium Content' }).click()
  await page.getByLabel('Thumbnail for non-members').selectOption('Softly blurred')
  const clip = page.getByLabel('Trailer of the video')
  await expect(clip).toBeVisible({ timeout: 60_000 })
  const before = await clip.getAttribute('src')
  await page.getByRole('slider', { name: 'Trailer' }).fill('3')
  await page.getByRole('slider', { name: 'Trailer' }).blur()
  await expect(clip).not.toHaveAttribute('src', before ?? '', { timeout: 60_000 })
  const title = `Behind a veil ${Date.now()}`
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Category').selectOption({ label: 'Fractals' })
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page).toHaveURL('/my-videos', { timeout: 120_000 })
  const [own] = (await (await context.request.get('/api/videos/my-videos')).json()) as [{ id: number }]
  await untilReady(page, own.id)

  const visitor = await newPerson()
  const seen = async (request: typeof context.request) => (await request.get(`/api/videos/${own.id}`)).json()
  const [theirs, clear] = [await seen(visitor.request), await seen(context.request)]
  expect(theirs.title).toBe(title)
  const sizes: number[] = []
  for (const [name, url] of [
    ['blurred.jpg', theirs.thumbnailUrl],
    ['trailer.mp4', theirs.trailerUrl],
  ]) {
    expect(url).toMatch(new RegExp(`/${name}$`))
    const answer = await visitor.request.get(url)
    expect(answer.status()).toBe(200)
    sizes.push((await answer.body()).length)
  }
  const poster = await (await context.request.get(clear.thumbnailUrl)).body()
  expect(sizes[0]).toBeLessThan(poster.length / 2)
  expect((await visitor.request.get(clear.thumbnailUrl)).status()).toBe(403)
  // Its colour would reveal the clear picture.
  expect(theirs.poster).toBeUndefined()
  expect(clear.poster).toEqual({ color: expect.stringMatching(/^#[0-9a-f]{6}$/), widths: [1280, 640, 320] })
  for (const width of clear.poster.widths) {
    const url =
      width === 1280 ? clear.thumbnailUrl : clear.thumbnailUrl.replace('/poster.', `/poster-${width}.`)
    expect(await sizeOf(page, url)).toEqual([width, (width * 9) / 16])
    expect((await visitor.request.get(url)).status()).toBe(403)
  }

  const locked = await visitor.newPage()
  await locked.goto(`/video/${own.id}`)
  const trailer = locked.getByLabel('Trailer', { exact: true })
  // The tests' browsers want less motion.
  await locked.getByRole('button', { name: 'Play trailer' }).click()
  await expect.poll(() => trailer.evaluate((video: HTMLVideoElement) => video.duration)).toBeCloseTo(10, 0)
})

test('what is no video is refused at once, and what was typed stays', async ({ newPerson }, info) => {
  const file = info.outputPath('holiday.mp4')
  await writeFile(file, 'This is text.')
  const page = await (await newPerson()).newPage()
  await signUp(page)
  await page.goto('/upload-video')
  await page.getByRole('tab', { name: 'File' }).click()
  await page.getByLabel('Title').fill('Typed already')
  await page.getByLabel('Video file').setInputFiles(file)
  await expect(page.getByRole('alert').first()).toContainText("We can't read this file as a video")
  await expect(page.getByLabel('Title')).toHaveValue('Typed already')
  await page.getByLabel('Category').selectOption({ label: 'Fractals' })
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page.getByText('Please upload a video file or provide a URL').first()).toBeVisible()
})

test('what an owner typed is kept on leaving', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await signInAs(page, 'creator')
  const [video] = (await (await page.request.get('/api/videos/my-videos?limit=1')).json()) as { id: number }[]
  await page.goto(`/edit-video/${video?.id}`)
  await page.getByLabel('Description').fill('Half a thought')
  await page.getByRole('link', { name: 'Home' }).first().click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: /Stay|Keep/ }).click()
  await expect(page.getByLabel('Description')).toHaveValue('Half a thought')
})
