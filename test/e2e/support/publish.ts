import { execFile } from 'node:child_process'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { words } from '#dev/seed/ffmpeg'
import { expect } from './site'

const run = promisify(execFile)

/** The text in files that no visitor may read. `poster.jpg` names a camera and a place with it. */
const telltale = 'Telltale'

/**
 * Makes a file that no other test or run has: a removed one can't be uploaded again. `repeat` plays its two
 * seconds over and over. Its metadata names its maker.
 */
export async function makeOwnFile(
  folder: string,
  { megabits, repeat }: { megabits: number; repeat: number },
) {
  await mkdir(folder, { recursive: true })
  const [once, file] = [join(folder, 'once.mp4'), join(folder, 'own.mp4')]
  const rate = `${megabits}M`
  await run('ffmpeg', [
    ...words('-loglevel error -y -f lavfi'),
    ...words('-i testsrc2=size=1280x720:rate=30:duration=2,noise=alls=40:allf=t'),
    ...words(`-f lavfi -i sine=frequency=${randomInt(200, 20_000)}:duration=2`),
    ...words('-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 60 -c:a aac'),
    ...words(`-b:v ${rate} -minrate ${rate} -maxrate ${rate} -bufsize ${rate}`),
    once,
  ])
  await run('ffmpeg', [
    ...words(`-loglevel error -y -stream_loop ${repeat - 1} -i`),
    once,
    ...words('-c copy -movflags +faststart'),
    ...['title', 'artist', 'comment', 'make'].flatMap((key) => ['-metadata', `${key}=${telltale}`]),
    file,
  ])
  return file
}

/** Checks with exiftool that the files in a page's player have no metadata about their maker. */
export async function expectNoMetadata(page: Page, folder: string): Promise<void> {
  const urls = await page
    .locator('article video')
    .evaluate((video: HTMLVideoElement) => [video.currentSrc, video.poster])
  for (const url of urls) {
    const answer = await page.request.get(url)
    expect(answer.ok()).toBe(true)
    const path = join(folder, 'served')
    await writeFile(path, await answer.body())
    const { stdout } = await run('exiftool', ['-a', '-G1', '-s', '-ee', '-u', path])
    expect(stdout).toMatch(/ImageWidth/)
    expect(stdout).not.toMatch(new RegExp(`${telltale}|GPS|Lavf`))
  }
}

/**
 * Publishes a file through the API as the account signed in on the page. Returns the video's ID once it is
 * ready.
 */
export async function publishFile(
  page: Page,
  title: string,
  file: string,
  files: string[] = [],
): Promise<number> {
  const videoFile = await upload(page, 'video', 'video/mp4', file)
  const thumbnailFile = await upload(page, 'image', 'image/jpeg', 'test/fixtures/media/poster.jpg')
  const renditions: string[] = []
  for (const rendition of files) renditions.push(await upload(page, 'rendition', 'video/mp4', rendition))
  const data = { title, categoryId: 1, videoFile, thumbnailFile, renditions }
  const created = await page.request.post('/api/videos', { data })
  expect(created.status(), await created.text()).toBe(201)
  const { id } = (await created.json()) as { id: number }
  await untilReady(page, id)
  return id
}

/** Waits until the files of a published video have been checked: until then it has no URL. */
export async function untilReady(page: Page, id: number): Promise<void> {
  const status = async () =>
    ((await (await page.request.get(`/api/videos/${id}`)).json()) as { status: string }).status
  await expect.poll(status, { timeout: 60_000 }).toBe('ready')
}

async function upload(page: Page, kind: string, contentType: string, file: string): Promise<string> {
  const bytes = await readFile(file)
  const fingerprint = randomBytes(32).toString('hex')
  const data = { kind, size: bytes.length, contentType, fileName: 'own', fingerprint }
  const opened = await page.request.post('/api/uploads', { data })
  expect(opened.ok(), await opened.text()).toBe(true)
  const { id, partSize, parts } = (await opened.json()) as { id: string; partSize: number; parts: number }
  for (let part = 0; part < parts; part += 1) {
    const piece = bytes.subarray(part * partSize, (part + 1) * partSize)
    const digest = createHash('sha256').update(piece).digest('base64')
    const sent = await page.request.put(`/api/uploads/${id}/parts/${part + 1}`, {
      data: piece,
      headers: { 'content-type': 'application/octet-stream', 'content-digest': `sha-256=:${digest}:` },
    })
    expect(sent.ok(), await sent.text()).toBe(true)
  }
  const completed = await page.request.post(`/api/uploads/${id}/complete`)
  expect(completed.ok(), await completed.text()).toBe(true)
  return id
}
