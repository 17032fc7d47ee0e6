import { makeClip, pictureHeight, play, publish, secondOf } from './player-support'
import { expect, randomAddress, signUp, test } from './support'

test.describe('what a video is played from', () => {
  test.setTimeout(90_000)

  let short: string

  test.beforeAll(async ({ browser, baseURL }) => {
    test.setTimeout(120_000)
    if (!baseURL) throw new Error('There is no site to test')
    const clip = await makeClip()
    const context = await browser.newContext({
      baseURL,
      extraHTTPHeaders: { 'cf-connecting-ip': randomAddress() },
    })
    await context.addInitScript(() => localStorage.setItem('ageVerified', 'true'))
    const page = await context.newPage()
    await signUp(page)
    short = await publish(page, clip.file, [clip.low])
    await context.close()
  })

  test('is the element that came with the page, taken over as it stands', async ({ newPerson, baseURL }) => {
    const context = await newPerson()
    if (baseURL) await context.addCookies([{ name: 'age_verified', value: '1', url: baseURL }])
    const page = await context.newPage()
    const loads: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/source.mp4')) loads.push(request.headers().range ?? '')
    })
    await page.goto(short)
    const video = page.getByRole('group', { name: 'Video player: Player test' }).locator('video')
    await expect(video).toHaveAttribute('data-video', short.split('/').at(-1) ?? '')
    await play(page)
    await expect.poll(() => secondOf(page)).toBeGreaterThan(1)
    expect(loads.filter((range) => range === '' || range === 'bytes=0-')).toHaveLength(1)
  })

  test('is the ladder, by itself, on a line that is too slow for the file', async ({ newPerson }) => {
    const page = await (await newPerson()).newPage()
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await page.goto(short)
    const bytesPerSecond = 50_000
    await session.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 80 },
      ...{ downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond },
    })
    await page.reload()
    await play(page)
    await expect.poll(() => pictureHeight(page), { timeout: 40_000 }).toBe(180)
    await expect.poll(() => secondOf(page), { timeout: 20_000 }).toBeGreaterThan(5)
  })

  test('is the quality that was picked last time', async ({ newPerson }) => {
    const context = await newPerson()
    await context.addInitScript(() => {
      if (location.protocol.startsWith('http')) localStorage.setItem('player', '{"quality":180}')
    })
    const page = await context.newPage()
    await page.goto(short)
    await expect.poll(() => pictureHeight(page)).toBe(180)
    await play(page)
    await expect.poll(() => secondOf(page)).toBeGreaterThan(1)
  })
})
