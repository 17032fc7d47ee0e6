import type { Page } from '@playwright/test'
import type { Video } from '#contract/schemas/videos/video'
import { expect, expectPlaying, signInAs, test } from '../support/site'

/** Requests a part of one of the site's files as the account signed in on the page. */
function getPart(page: Page, url: string) {
  return page.request.get(url, { headers: { range: 'bytes=0-99' } })
}

test('a premium video plays for a member who does not own it, and a free account gets none of its bytes', async ({
  newPerson,
}) => {
  const member = await (await newPerson()).newPage()
  await signInAs(member, 'member')
  const [listed]: Video[] = await (await member.request.get('/api/videos?isPremium=true&limit=1')).json()
  const path = `/video/${listed?.id}`
  const answered: number[] = []
  member.on('response', (response) => {
    if (/^\/media\/.*\/(source\.\w+|.*\.m4s)$/.test(new URL(response.url()).pathname)) {
      answered.push(response.status())
    }
  })
  await member.goto(path)
  await member.getByRole('button', { name: 'Play', exact: true }).first().click()
  await expectPlaying(member)
  const frames = () =>
    member
      .locator('video')
      .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames)
  await expect.poll(frames).toBeGreaterThan(0)
  expect(new Set(answered)).toEqual(new Set([206]))

  const video: Video = await (await member.request.get(`/api/videos/${listed?.id}`)).json()
  expect(video.uploader.username).not.toBe('member')
  const files = (video.sources ?? []).map(({ url }) => url)
  expect(files.length).toBeGreaterThan(0)
  for (const url of files) expect((await getPart(member, url)).ok(), url).toBe(true)

  const viewer = await (await newPerson()).newPage()
  await signInAs(viewer, 'viewer')
  await viewer.goto(path)
  await expect(viewer.getByText('Subscribe to unlock this video')).toBeVisible()
  // Only its trailer can be played.
  await expect(viewer.getByRole('group', { name: /^Video player/ })).toHaveCount(0)
  for (const src of await viewer
    .locator('video')
    .evaluateAll((all) => all.map((video) => video.getAttribute('src')))) {
    expect(src).toMatch(/\/trailer\.mp4$/)
  }
  // Nor does a URL that a member passes on.
  for (const url of files) expect((await getPart(viewer, url)).status(), url).toBe(403)
})
