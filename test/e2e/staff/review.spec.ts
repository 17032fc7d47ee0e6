import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import type { CardRules } from '#contract/schemas/moderation/card-rules'
import type { Video } from '#contract/schemas/videos/video'
import { words } from '#dev/seed/ffmpeg'
import { method, payOnPage, startOnPage } from '../support/payments'
import { publishFile } from '../support/publish'
import { appIsThere, changeSettings, expect, runCron, signInAs, signUp, test } from '../support/site'

const run = promisify(execFile)

test('the first page comes in the colour that the operator chose', async ({ newPerson }) => {
  const admin = await (await newPerson()).newPage()
  await signInAs(admin, 'admin')
  await changeSettings(admin, { accent: '#4dd0e1' })
  try {
    const page = await (await newPerson()).newPage()
    await page.goto('/')
    const colour = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-accent'))
    expect(await colour()).toBe('#4dd0e1')
    await appIsThere(page)
    expect(await colour()).toBe('#4dd0e1')
  } finally {
    await changeSettings(admin, { accent: null })
  }
})

test('the keyboard alone reviews videos, one after the other', async ({ newPerson }, info) => {
  test.setTimeout(120_000)
  const admin = await (await newPerson()).newPage()
  await signInAs(admin, 'admin')
  await changeSettings(admin, { requireContentApproval: true })
  try {
    const owner = await (await newPerson()).newPage()
    const name = await signUp(owner)
    const published = await publishFour(owner, name, info.outputDir)

    await admin.goto('/admin?tab=content')
    const first = `Review ${published[0]?.title}`
    await expect(admin.getByRole('button', { name: first, exact: true })).toBeVisible()
    await pressUntilFocused(admin, 'Tab', first)
    await admin.keyboard.press('Enter')
    for (const [index, { title }] of published.entries()) {
      const desk = admin.getByRole('dialog', { name: title, exact: true })
      await expect(desk.getByRole('button', { name: 'Show picture' })).toBeFocused()
      await admin.keyboard.press('Enter')
      await expect(desk.getByRole('button', { name: 'Play' }).first()).toBeFocused()
      await expect(desk.getByText(name, { exact: true })).toBeVisible()
      if (index % 2 === 0) {
        await admin.keyboard.press('a')
        continue
      }
      await admin.keyboard.press('r')
      const reasons = admin.getByRole('dialog', { name: 'Reject video' })
      await expect(reasons.getByRole('radio').first()).toBeFocused()
      await admin.keyboard.press('ArrowDown')
      await admin.keyboard.press('Enter')
      await expect(reasons).toBeHidden()
    }
    await expect(admin.getByText('Video rejected')).toBeVisible()

    const states = await Promise.all(
      published.map(async ({ id }) => {
        const { review, isPublic, reason } = (await (
          await owner.request.get(`/api/videos/${id}`)
        ).json()) as Video
        return { review, isPublic, reason }
      }),
    )
    const reason = "It isn't clear that everyone in it agreed to be shown here."
    expect(states).toEqual(
      published.map((_, index) =>
        index % 2 === 0
          ? { review: 'approved', isPublic: true, reason: null }
          : { review: 'rejected', isPublic: false, reason },
      ),
    )
  } finally {
    await changeSettings(admin, { requireContentApproval: false })
  }
})

/** Publishes four videos, two of which are approved and two rejected. Returns them in queue order. */
async function publishFour(
  owner: Page,
  name: string,
  folder: string,
): Promise<{ id: number; title: string }[]> {
  const published = await Promise.all(
    [1, 2, 3, 4].map(async (number) => {
      const title = `${name} ${number}`
      return { id: await publishFile(owner, title, await makeShortFile(folder, title)), title }
    }),
  )
  return published.toSorted((one, other) => one.id - other.id)
}

/** Makes a file of two seconds that no other test uses. */
async function makeShortFile(folder: string, title: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${title}.mp4`)
  const noise = `noise=alls=40:allf=t:all_seed=${randomInt(2 ** 31)}`
  await run('ffmpeg', [
    ...words(`-loglevel error -y -f lavfi -i testsrc2=size=320x180:rate=15:duration=2,${noise}`),
    ...words('-f lavfi -i sine=frequency=330:duration=2'),
    ...words('-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac'),
    ...words('-map_metadata -1 -movflags +faststart'),
    file,
  ])
  return file
}

/** Moves the focus with the keyboard only. */
async function pressUntilFocused(page: Page, key: string, name: string): Promise<void> {
  const target = page.getByRole('button', { name, exact: true })
  for (let presses = 0; presses < 200; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} doesn't lead to “${name}”`)
}

/** Approves the first premium video in the queue: nothing is sold while members have nothing to play. */
async function approvePremiumVideo({ request }: Page): Promise<void> {
  const queue = await request.get('/api/admin/videos/pending')
  const premium = ((await queue.json()) as Video[]).find(({ isPremium }) => isPremium)
  const answer = await request.post(`/api/admin/videos/${premium?.id}/approve`, { data: {} })
  expect(answer.ok()).toBe(true)
}

test('cards are sold once nobody can see what no one has reviewed', async ({ newPerson }) => {
  test.setTimeout(180_000)
  const admin = await (await newPerson()).newPage()
  await signInAs(admin, 'admin')
  const rules = '/api/admin/card-rules'
  const read = async () => (await (await admin.request.get(rules)).json()) as CardRules
  const { unreviewed } = await read()
  expect(unreviewed).toBeGreaterThan(0)
  await admin.request.put(rules, { data: { unreviewed, keepsRecords: true } })
  try {
    await expect(async () => {
      await runCron(admin)
      expect(await read()).toMatchObject({ state: 'on', unreviewed: 0 })
    }).toPass({ timeout: 60_000 })
    await approvePremiumVideo(admin)
    for (const [cardProcessor, button] of [
      ['verotel', 'Pay by card'],
      ['ccbill', 'Pay'],
    ] as const) {
      await changeSettings(admin, { cardProcessor })
      for (const viewport of [
        { width: 1280, height: 800 },
        { width: 390, height: 844 },
      ]) {
        const page = await (await newPerson()).newPage()
        await page.setViewportSize(viewport)
        await signUp(page)
        await page.goto('/premium?plan=monthly')
        await page.getByRole('button', method('Card')).click()
        await expect(page.getByText('MEMBERSHIP SANDBOX')).toBeVisible()
        await startOnPage(page)
        await payOnPage(page, button)
      }
    }
  } finally {
    await admin.request.delete(rules)
    await changeSettings(admin, { requireContentApproval: false, cardProcessor: null })
  }
})
