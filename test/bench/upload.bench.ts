import { createHash } from 'node:crypto'
import type { Video } from '#contract/schemas/videos/video'
import { median } from '#tools/figures/median'
import { hashDerivedFile, signUp } from '../e2e/support/site'
import { clip } from './clips'
import { expect, origin, test } from './support'

test('an upload whose parts fail now and then arrives whole', { tag: '@M15' }, async ({ openPage, row }) => {
  const took: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const page = await openPage()
    await signUp(page)
    await page.goto(`${origin()}/upload-video`)
    let sent = 0
    await page.route('**/api/uploads/*/parts/*', (route) => {
      sent += 1
      return sent % 4 === 1 ? route.fulfill({ status: 503, body: '' }) : route.continue()
    })
    await page.getByRole('tab', { name: 'File' }).click()
    await page.getByLabel('Title').fill('Through a bad line')
    await page.getByLabel('Category').selectOption({ label: 'Fractals' })
    const from = Date.now()
    await page.getByLabel('Video file').setInputFiles(clip(1).file)
    await expect(page.getByText(/Uploaded/).first()).toBeVisible({ timeout: 120_000 })
    took.push((Date.now() - from) / 1000)
    expect(sent).toBeGreaterThan(3)
    const made = await hashDerivedFile(page)
    await page.getByRole('button', { name: 'Upload Video' }).click()
    await expect(page).toHaveURL(/my-videos/)
    const path = await page.locator('main a[href^="/video/"]').first().getAttribute('href')
    const detail = async () =>
      (await (await page.request.get(`${origin()}/api${path?.replace('video', 'videos')}`)).json()) as Video
    await expect.poll(async () => (await detail()).videoUrl, { timeout: 60_000 }).not.toBeNull()
    const body = await (await page.request.get(`${origin()}${(await detail()).videoUrl}`)).body()
    expect(createHash('sha256').update(body).digest('hex')).toBe(made.sha256)
  }
  row({
    id: 'M15',
    what: '24 MB, one part in four answered 503: prepared, uploaded, SHA-256 equal',
    value: median(took),
    limit: 20,
    unit: 's',
  })
})
