import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Frame, Page } from '@playwright/test'
import type { Video } from '#contract/schemas/videos/video'
import { embedCode, embedGrantMs, embedRenewAfter } from '#contract/values/videos/embed'
import { expectAccessible } from './support/accessibility'
import { expect, openWithoutCookies, signInAs, test } from './support/site'

const site = `http://localhost:${process.env.TEST_PORT ?? 8797}`

/** Plays another site: it answers with the HTML in the request's URL. */
let other: Server
let foreign = ''

test.beforeAll(async () => {
  other = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://other')
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Another site</title><body>${searchParams.get('html') ?? ''}</body>`)
  }).listen(0)
  await new Promise((resolve) => other.once('listening', resolve))
  // A different host than the site, which is at localhost: the site's cookies are third-party here.
  foreign = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
})

test.afterAll(async () => {
  // Browsers keep connections open for the next page.
  other.closeAllConnections()
  await new Promise((resolve) => other.close(resolve))
})

/** Returns an old video: the newest belong to other tests, which may be trimming, hiding or deleting them. */
async function anyVideo(page: Page, isPremium: boolean): Promise<Video> {
  const response = await page.request.get(`/api/videos?limit=50&isPremium=${isPremium}`)
  const videos: Video[] = await response.json()
  const video = videos.at(-1)
  if (!video) throw new Error('The demo content has no such video')
  return video
}

/** Opens a page of another site with the code that the share dialog offers. */
async function openFrame(page: Page, { id, title }: Video, style = ''): Promise<Frame> {
  const code = embedCode({ origin: site, id, title, width: 640, height: 360 })
  const frame = `<div style="${style}">${code}</div>`
  await page.goto(`${foreign}/?${new URLSearchParams({ html: frame })}`)
  await expect.poll(() => page.frames().length).toBe(2)
  const [, inner] = page.frames()
  if (!inner) throw new Error('There is no frame')
  return inner
}

test('a video plays in a page of another site, which its gate opens without any cookie of the site', {
  tag: '@phone-only',
}, async ({ newPerson }) => {
  const context = await newPerson({ ageConfirmed: false })
  const page = await context.newPage()
  const video = await anyVideo(page, false)
  const frame = await openFrame(page, video)
  await expect(frame.getByText(video.title)).toHaveCount(0)
  const gate = frame.getByRole('button', { name: "Yes, I'm Over 18" })
  await expect(gate).toBeVisible()
  await expectAccessible(page, { within: 'iframe', foreign: true })
  await gate.click()
  await expect
    .poll(() => frame.evaluate(() => document.querySelector('video')?.currentTime ?? 0))
    .toBeGreaterThan(0.5)
  const cookies = await context.cookies()
  expect(cookies.map(({ name, path, sameSite }) => [name, path, sameSite]).sort()).toEqual([
    ['age_verified', '/embed', 'None'],
    ['embed_renewal', '/media', 'None'],
  ])
  // The cookies belong to the frame on that site, not to other sites, nor to the site itself.
  for (const cookie of cookies) expect(cookie).toMatchObject({ partitionKey: 'http://127.0.0.1' })
  await expectAccessible(page, { within: 'iframe', foreign: true })

  // The age isn't asked for again here.
  await page.reload()
  const inside = page.frameLocator('iframe')
  await expect(inside.getByRole('heading', { name: video.title })).toBeAttached()
})

test('a frame renews its addresses while it plays, and nothing stops for it', async ({ newPerson }) => {
  const page = await (await newPerson({ ageConfirmed: false })).newPage()
  const video = await anyVideo(page, false)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url() === `${site}/api/embed/${video.id}`) asked.push(request.method())
  })
  await page.clock.install()
  const frame = await openFrame(page, video)
  await frame.getByRole('button', { name: "Yes, I'm Over 18" }).click()
  const playing = () =>
    frame.evaluate(() => {
      const { currentTime = 0, src = '', paused = true } = document.querySelector('video') ?? {}
      return { currentTime, src, paused }
    })
  await expect.poll(async () => (await playing()).currentTime).toBeGreaterThan(0.2)
  const before = await playing()
  expect(asked).toEqual(['POST'])
  await page.clock.fastForward(embedGrantMs * embedRenewAfter)
  await expect.poll(() => asked).toEqual(['POST', 'POST'])
  await expect.poll(async () => (await playing()).currentTime).toBeGreaterThan(before.currentTime)
  expect(await playing()).toMatchObject({ src: before.src, paused: false })
  // The address bar has no gate.
  const opened = await page.goto(before.src)
  expect(opened?.status()).toBe(403)
})

// Uses a browser of its own below, since blocked actions are written to the console.
test("a frame reaches nothing of its viewer's account", async ({ browser }) => {
  const page = await browser.newPage({ baseURL: site })
  await signInAs(page, 'member')
  const video = await anyVideo(page, false)
  const frame = await openFrame(page, video)
  await frame.getByRole('button', { name: "Yes, I'm Over 18" }).waitFor()
  const reached = await frame.evaluate(async () => {
    const paths = ['/api/auth/me', '/api/account/payments', '/', '/api/videos/1/like']
    const tries = paths.map((path) => fetch(path, { credentials: 'include' }).then(() => path))
    return (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled')
  })
  expect(reached).toEqual([])
  // The surrounding page can't read them either.
  const read = await page.evaluate(
    async (paths) =>
      (await Promise.allSettled(paths.map((path) => fetch(path, { credentials: 'include' })))).filter(
        ({ status }) => status === 'fulfilled',
      ).length,
    [`${site}/api/auth/me`, `${site}/api/embed/${video.id}`, `${site}/embed/${video.id}`],
  )
  expect(read).toBe(0)
})

/** Returns what WordPress makes of an embed that it discovered: no origin, and a secret for messages. */
function sandboxed({ id }: Video, secret = ''): string {
  return `<script>addEventListener('message', ({ data }) => (window.told ??= []).push(data))</script>
<iframe sandbox="allow-scripts" title="A video" width="600" height="338" src="${site}/embed/${id}${secret && `#?secret=${secret}`}"></iframe>`
}

test('a frame without an origin says what it is, asks for nothing, and leads to the site by way of WordPress', {
  tag: '@phone',
}, async ({ browser }) => {
  // Without the header that tells our people apart: a frame without an origin would have to ask for it first.
  const context = await browser.newContext({ baseURL: site })
  const page = await context.newPage()
  const video = await anyVideo(page, false)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const secret = 'abcDEF1234'
  await page.goto(`${foreign}/?${new URLSearchParams({ html: sandboxed(video, secret) })}`)
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: /^Watch this video on/ })).toBeVisible()
  await expect(frame.getByText(`${site}/video/${video.id}`, { exact: true })).toBeVisible()
  await expect(frame.getByText(video.title)).toHaveCount(0)
  await expectAccessible(page, { within: 'iframe', foreign: true })
  await frame.getByRole('button', { name: /^Open on/ }).click()
  const told = () => page.evaluate(() => (window as { told?: unknown[] }).told)
  await expect.poll(told).toContainEqual({ message: 'link', value: `${site}/video/${video.id}`, secret })
  expect(await told()).toContainEqual({ message: 'height', value: 338, secret })
  expect(asked.filter((path) => /^\/(api|media)\//.test(path))).toEqual([])

  // Elsewhere than in WordPress no one would follow the button.
  await page.goto(`${foreign}/?${new URLSearchParams({ html: sandboxed(video) })}`)
  await expect(frame.getByText(`${site}/video/${video.id}`, { exact: true })).toBeVisible()
  await expect(frame.getByRole('button')).toHaveCount(0)
  await context.close()
})

test('a frame plays after its own gate where cookies and storage are blocked', async ({ baseURL }, info) => {
  const context = await openWithoutCookies(info.outputPath('profile'), baseURL ?? '')
  const page = await context.newPage()
  const frame = await openFrame(page, await anyVideo(page, false))
  await frame.getByRole('button', { name: "Yes, I'm Over 18" }).click()
  await expect
    .poll(() => frame.evaluate(() => document.querySelector('video')?.currentTime ?? 0))
    .toBeGreaterThan(0.5)
  await context.close()
})

test('premium is locked in a frame, for members, too', async ({ newPerson }) => {
  const page = await (await newPerson({ ageConfirmed: false })).newPage()
  await signInAs(page, 'member')
  const video = await anyVideo(page, true)
  const frame = await openFrame(page, video)
  await expect(frame.getByRole('heading', { name: 'Premium Content' })).toBeVisible()
  await expect(frame.getByText(video.title)).toHaveCount(0)
  await expect(frame.locator('video, img')).toHaveCount(0)
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    frame.getByRole('link', { name: /^Open on/ }).click(),
  ])
  await expect(opened).toHaveURL(`${site}/video/${video.id}`)
  expect(await opened.evaluate(() => window.opener)).toBeNull()
})

test('no other page of the site can be framed', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: site })
  const video = await anyVideo(page, false)
  for (const path of ['/', `/video/${video.id}`, '/account', '/checkout']) {
    const html = `<iframe src="${site}${path}"></iframe>`
    await page.goto(`${foreign}/?${new URLSearchParams({ html })}`)
    const inner = page.frames()[1]
    await expect.poll(() => inner?.url().startsWith('chrome-error:')).toBe(true)
  }
})

test('what lies over the frame, or hides it, keeps a report from being sent', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: site })
  const video = await anyVideo(page, false)
  for (const [style, sends] of [
    ['opacity:0.01', false],
    ['', true],
  ] as const) {
    const frame = await openFrame(page, video, style)
    const gate = frame.getByRole('button', { name: "Yes, I'm Over 18" })
    const report = frame.getByRole('button', { name: 'Report' })
    await gate.or(report).waitFor()
    if (await gate.isVisible()) await gate.click()
    await report.click()
    const dialog = frame.getByRole('dialog')
    await dialog.getByRole('radio', { name: /^Spam/ }).check()
    await dialog.getByRole('button', { name: 'Send report' }).click()
    const said = sends ? 'Receipt ID' : /^Something is covering this player/
    await expect(dialog.getByText(said)).toBeVisible()
  }
})

test('members keep a file under the name of its title, where its uploader allows it', async ({
  newPerson,
}) => {
  const page = await (await newPerson()).newPage()
  await signInAs(page, 'creator')
  const own: Video[] = await (await page.request.get('/api/videos/my-videos?tab=public&limit=50')).json()
  const video = own.find(({ isPremium, status }) => isPremium && status === 'ready')
  if (!video) throw new Error('The demo content has no such video')
  const allow = await page.request.patch(`/api/videos/${video.id}`, { data: { allowDownload: true } })
  expect(allow.ok(), await allow.text()).toBe(true)

  const member = await (await newPerson()).newPage()
  await signInAs(member, 'member')
  await member.goto(`/video/${video.id}`)
  const [download] = await Promise.all([
    member.waitForEvent('download'),
    member.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^[^/\\:]+\.(mp4|webm)$/)
  expect(download.suggestedFilename()).toContain(video.title.split(/[^\p{L} ]/u)[0] ?? '')
  expect(await download.failure()).toBeNull()
})
