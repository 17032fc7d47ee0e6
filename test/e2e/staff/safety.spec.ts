import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility'
import { expectNoMetadata, makeOwnFile, publishFile } from '../support/publish'
import { expect, expectPlaying, signInAs, signUp, test } from '../support/site'

/** Milliseconds within which a quarantined video's bytes stop for every known URL. */
const stopMs = 30_000
/** A range of the file that the player hasn't requested. */
const untouched = 'bytes=40000000-41000000'

test('the bytes of a video that is reported for a grave reason stop, in open players too', async ({
  newPerson,
}, info) => {
  test.setTimeout(180_000)
  const owner = await (await newPerson()).newPage()
  await signUp(owner)
  // Too large for any browser to have all of it at once.
  const file = await makeOwnFile(info.outputDir, { megabits: 8, repeat: 30 })
  const id = await publishFile(owner, 'Reported while it plays', file)

  const viewer = await (await newPerson()).newPage()
  await viewer.goto(`/video/${id}`)
  await viewer.getByRole('button', { name: 'Play', exact: true }).first().click()
  await expectPlaying(viewer)
  const player = viewer.locator('article video')
  const [source, poster] = await player.evaluate((video: HTMLVideoElement) => [
    video.currentSrc,
    video.poster,
  ])
  expect(await statusOf(viewer, source, untouched)).toBe(206)
  // A browser with both files in its cache. It has no player, which would lock the cached file.
  const keeper = await (await newPerson()).newPage()
  await keeper.goto('/')
  for (const [url, range, status] of [
    [source, 'bytes=0-99999', 206],
    [poster, undefined, 200],
  ] as const) {
    expect(await statusOf(keeper, url, range)).toBe(status)
    expect(await bytesReceived(keeper, url, range)).toBe(0)
  }

  const witness = await (await newPerson()).newPage()
  await witness.goto(`/video/${id}`)
  await witness.getByRole('button', { name: 'Report', exact: true }).click()
  const dialog = witness.getByRole('dialog', { name: 'Report video' })
  await dialog.getByRole('radio', { name: /^Without consent/ }).check()
  await dialog.getByLabel('Time in the video').fill('0:07')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  const receipt = witness.getByRole('dialog', { name: 'Report received' })
  await expect(receipt.getByText('This video is under review')).toBeVisible()
  const reportedAt = Date.now()

  const refused = () => ({ timeout: stopMs - (Date.now() - reportedAt) })
  await expect.poll(() => statusOf(viewer, source, untouched), refused()).toBe(404)
  await player.evaluate((video: HTMLVideoElement) => {
    video.currentTime = 55
  })
  await expect(viewer.getByRole('heading', { name: 'Video not found' })).toBeVisible(refused())
  await expect.poll(() => statusOf(keeper, source, 'bytes=0-99999'), refused()).toBe(404)
  await expect.poll(() => statusOf(keeper, poster), refused()).toBe(404)
  expect(Date.now() - reportedAt).toBeLessThan(stopMs)

  await receipt.getByRole('link', { name: 'this link' }).click()
  await expect(witness.getByText('The video is under review.', { exact: false })).toBeVisible()
  await expectAccessible(witness)
})

test(
  'somebody without an account has a video removed, and its uploader appeals',
  { tag: '@phone-only' },
  async ({ newPerson, isMobile }, info) => {
    test.setTimeout(180_000)
    const owner = await (await newPerson()).newPage()
    const ownerName = await signUp(owner)
    const title = `Asked to be removed by ${ownerName}`
    const id = await publishFile(owner, title, await makeOwnFile(info.outputDir, { megabits: 1, repeat: 1 }))

    const anna = await (await newPerson({ ageConfirmed: false })).newPage()
    await anna.goto(`/removal?video=${id}`)
    await anna.getByLabel('Reason').selectOption({ label: 'Without consent' })
    await anna.getByLabel('Your relationship to the video').selectOption({ label: 'I am in the video' })
    await anna.getByLabel('What should be removed, and why?').fill('I am the person in it, and never agreed.')
    await anna.getByLabel('Your name').fill('Anna Example')
    await anna.getByRole('main').getByLabel('Email').fill('anna@example.org')
    await anna.getByLabel('I state in good faith that the information in this request is accurate.').check()
    await anna.getByLabel('Signature').fill('Anna Example')
    await expectAccessible(anna)
    await anna.getByRole('button', { name: 'Send request' }).click()
    await expect(anna.getByText(/^4[78] h \d+ min left$/)).toBeVisible()
    await expect(anna.getByText("The video can't be seen while this is open.")).toBeVisible()
    await expectAccessible(anna)

    const admin = await (await newPerson()).newPage()
    await signInAs(admin, 'admin')
    await admin.goto('/admin?tab=removals')
    const request = admin.getByRole('article').filter({ hasText: title })
    await expect(request.getByText('In quarantine')).toBeVisible()
    await request.getByRole('button', { name: /^Remove/ }).click()
    const decision = admin.getByRole('dialog', { name: 'Remove video' })
    await decision.getByLabel('Reason, in your own words').fill('There was no consent.')
    await decision.getByRole('button', { name: 'Remove video' }).click()
    await expect(request).toHaveCount(0)
    await anna.reload()
    await expect(anna.getByText('There was no consent.')).toBeVisible()

    await owner.goto('/my-videos')
    await owner
      .getByRole('region', { name: 'Taken down' })
      .getByRole('link', { name: title, exact: true })
      .click()
    await expect(owner.getByText('There was no consent.')).toBeVisible()
    await expectAccessible(owner)
    await owner.getByLabel('Why should we restore the video?').fill('She signed a release, which I can show.')
    await owner.getByRole('button', { name: 'Send appeal' }).click()
    await expect(owner.getByText('Appeal open')).toBeVisible()

    await admin.goto('/admin?tab=removals&view=appeals')
    const appeal = admin.getByRole('article').filter({ hasText: title })
    await expect(appeal.getByText('She signed a release, which I can show.')).toBeVisible()
    await appeal.getByRole('button', { name: /^Restore/ }).click()
    const restoring = admin.getByRole('dialog', { name: 'Restore video' })
    await restoring.getByLabel('Reason, in your own words').fill('The release is valid.')
    await restoring.getByRole('button', { name: 'Restore video' }).click()
    await expect(appeal).toHaveCount(0)
    await owner.reload()
    await expect(owner.getByText('The release is valid.')).toBeVisible()
    const visitor = await (await newPerson()).newPage()
    await visitor.goto(`/video/${id}`)
    await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(visitor.getByRole('button', { name: 'Play', exact: true }).first()).toBeVisible()
    if (isMobile) await expectNoOverflow(visitor)
    else await expectNoMetadata(visitor, info.outputDir)
  },
)

test('receipts that do not exist say so, without the gate', { tag: '@phone' }, async ({ newPerson }) => {
  const page = await (await newPerson({ ageConfirmed: false })).newPage()
  await page.goto('/removal/aaaaaaaaaaaaaaaaaaaaaa')
  await expect(page.getByRole('heading', { name: 'Request not found' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/reports/AAAA-AAAA-AAAA-AAAA')
  await expect(page.getByRole('heading', { name: 'Report not found' })).toBeVisible()
  await expectAccessible(page)
})

/** Requests the URL from the site, and keeps the answer as a page's own code does. */
function statusOf(page: Page, url: string, range?: string): Promise<number> {
  return page.evaluate(
    async ({ url, range }) => {
      const response = await fetch(url, { cache: 'reload', ...(range && { headers: { range } }) })
      await response.arrayBuffer().catch(() => undefined)
      return response.status
    },
    { url, range },
  )
}

/** Returns the bytes received over the network; 0 when the browser answers from its cache. */
function bytesReceived(page: Page, url: string, range?: string): Promise<number> {
  return page.evaluate(
    async ({ url, range }) => {
      const received = new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((entries) => {
          for (const entry of entries.getEntriesByName(url))
            if (entry instanceof PerformanceResourceTiming) resolve(entry.transferSize)
        })
        observer.observe({ type: 'resource' })
      })
      await (await fetch(url, range ? { headers: { range } } : {})).arrayBuffer()
      return received
    },
    { url: new URL(url, page.url()).href, range },
  )
}

/** Expects that no phone page scrolls sideways. */
async function expectNoOverflow(page: Page): Promise<void> {
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  expect(await width(), page.url()).toBeLessThanOrEqual(390)
}
