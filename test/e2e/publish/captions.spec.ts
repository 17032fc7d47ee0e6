import { play, publish, words } from '../support/player'
import { expect, signUp, test } from '../support/site'

test('captions that an owner adds are there for a viewer who wants them', async ({ newPerson }) => {
  const owner = await (await newPerson()).newPage()
  await signUp(owner)
  const path = await publish(owner, 'test/fixtures/media/cmaf.mp4')
  await owner.goto(`/edit-video/${path.split('/').at(-1)}`)
  await owner.getByLabel('Language').selectOption({ label: 'German' })
  const srt = '1\n00:00:00,000 --> 00:00:12,000\nEin Wort dazu.\n'
  await owner
    .getByLabel('Caption file')
    .setInputFiles({ name: 'words.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(srt) })
  await expect(owner.getByRole('listitem').filter({ hasText: 'German' })).toBeVisible()

  const viewer = await (await newPerson()).newPage()
  await viewer.goto(path)
  await play(viewer)
  const captions = viewer.getByRole('button', { name: 'Captions' })
  await expect(captions).toHaveAttribute('aria-pressed', 'false')
  expect(await words(viewer)).toEqual([])
  await captions.click()
  await expect.poll(() => words(viewer)).toEqual(['Ein Wort dazu.'])
})

test('captions from right to left are drawn where their file puts them', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await signUp(page)
  const path = await publish(page, 'test/fixtures/media/cmaf.mp4')
  await page.goto(`/edit-video/${path.split('/').at(-1)}`)
  await page.getByLabel('Language').selectOption({ label: 'Hebrew' })
  const vtt =
    'WEBVTT\n\n0:00.0 --> 0:12.0 align:start position:0%\nשלום, מה שלומך?\n\n0:12.0 --> 0:12.0\nסוף\n'
  await page
    .getByLabel('Caption file')
    .setInputFiles({ name: 'words.vtt', mimeType: 'text/vtt', buffer: Buffer.from(vtt) })
  await expect(page.getByText('1 of 2 captions left out. Check the times on line 6.')).toBeVisible()

  await page.goto(path)
  await play(page)
  await page.getByRole('button', { name: 'Captions' }).click()
  await expect.poll(() => words(page)).toEqual(['שלום, מה שלומך?'])
  const video = page.locator('article video')
  await video.evaluate((element: HTMLVideoElement) => element.pause())
  await expect(page.getByRole('button', { name: 'Play', exact: true }).first()).toBeVisible()

  const box = await video.boundingBox()
  if (!box) throw new Error('The video has no place')
  // The right half, below the big button and above the controls.
  const [x, y] = [box.x + box.width / 2, box.y + box.height * 0.6]
  const clip = { x, y, width: box.width / 2, height: box.height * 0.4 - 64 }
  const drawnWith = async (mode: TextTrackMode) => {
    await video.evaluate((element: HTMLVideoElement, wanted) => {
      for (const track of element.textTracks) track.mode = wanted
    }, mode)
    return (await page.screenshot({ clip })).toString('base64')
  }
  await expect.poll(async () => (await drawnWith('showing')) !== (await drawnWith('hidden'))).toBe(true)
})
