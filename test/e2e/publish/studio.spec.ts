import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { words } from '#dev/seed/ffmpeg'
import { addCaptions } from '../support/player'
import { untilReady } from '../support/publish'
import { expect, expectPlaying, makeVideoFile, sandboxOrigin, signInAs, signUp, test } from '../support/site'
import { uploadFiles, uploadRecords } from '../support/upload-records'

const run = promisify(execFile)

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

test('a sound that can be read is published, the one that is chosen, or none if that is accepted', async ({
  newPerson,
}, info) => {
  test.setTimeout(120_000)
  const file = info.outputPath('concert.mkv')
  const tone = (hertz: number) => words(`-f lavfi -i sine=frequency=${hertz}:duration=3:sample_rate=48000`)
  await run('ffmpeg', [
    ...words('-loglevel error -y -f lavfi -i testsrc2=size=320x180:rate=30:duration=3'),
    ...[...tone(300), ...tone(440), ...tone(880)],
    ...words('-map 0 -map 1 -map 2 -map 3 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 30'),
    ...words(
      '-c:a:0 ac3 -c:a:1 aac -c:a:2 aac -disposition:a:0 default -disposition:a:1 0 -disposition:a:2 0',
    ),
    ...words('-metadata:s:a:1 language=fra -metadata:s:a:2 language=eng'),
    file,
  ])
  const mute = info.outputPath('mute.mkv')
  await run('ffmpeg', [...words('-loglevel error -y -i'), file, ...words('-map 0:0 -map 0:1 -c copy'), mute])
  const page = await (await newPerson()).newPage()
  await signUp(page)

  await page.goto('/upload-video')
  await page.getByLabel('Video file').setInputFiles(file)
  await expect(page.getByText(/^Uploaded/)).toBeVisible({ timeout: 30_000 })
  const track = page.getByLabel('Audio track')
  await expect(track).toHaveValue('1')
  await expect(page.getByText("This browser can't read track 1 (AC-3).")).toBeVisible()
  await track.selectOption({ label: '3: AAC, English' })
  await expect(track).toHaveValue('2', { timeout: 30_000 })
  await expect(page.getByText(/^Uploaded/)).toBeVisible({ timeout: 30_000 })
  await publish(page, 'Concert')
  // The other one is at 440.
  expect(Math.abs(((await pitchOf(page)) ?? 0) - 880)).toBeLessThan(100)

  const other = await (await newPerson()).newPage()
  await signUp(other)
  await other.goto('/upload-video')
  await other.getByLabel('Video file').setInputFiles(mute)
  await other.getByRole('button', { name: 'Publish without sound' }).click()
  await expect(other.getByText(/^It will be published without sound\./)).toBeVisible()
  await expect(other.getByText(/^Uploaded/)).toBeVisible({ timeout: 30_000 })
  await publish(other, 'Silent concert')
  expect(await pitchOf(other)).toBeNull()
})

/** Returns about the pitch of the video on the page, in hertz; null where it has no sound. */
async function pitchOf(page: Page): Promise<number | null> {
  const id = page.url().split('/').at(-1)
  const { videoUrl } = (await (await page.request.get(`/api/videos/${id}`)).json()) as { videoUrl: string }
  return page.evaluate(async (url) => {
    const file = await (await fetch(url)).arrayBuffer()
    const sound = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(file).catch(() => null)
    if (!sound) return null
    const samples = sound.getChannelData(0)
    const rises = samples.filter((value, at) => value >= 0 && (samples[at - 1] ?? 0) < 0)
    return rises.length / sound.duration
  }, videoUrl)
}

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
