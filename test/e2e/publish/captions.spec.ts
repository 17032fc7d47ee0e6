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
