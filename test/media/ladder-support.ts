import type { Page } from '@playwright/test'
import type { LadderRequest } from './studio-harness'
import { choose, test as trim } from './trim-support'

let keys = 0

/**
 * Runs the ladder on a file, with a new key unless one is given. Leaves out results that can't leave the
 * page.
 */
export async function make(page: Page, file: string, request: Partial<LadderRequest>) {
  await choose(page, file)
  const key = `bench-${++keys}`
  const made = await page.evaluate(
    async (request) => {
      const { files, ...rest } = await window.studioHarness.ladder(request)
      return { ...rest, files: files.map(({ kind, quality, file }) => ({ kind, quality, bytes: file.size })) }
    },
    { key, copy: false, ...request },
  )
  return { key, ...made }
}

export async function saveRendition(page: Page, quality: number, path: string): Promise<string> {
  const download = page.waitForEvent('download')
  await page.evaluate((quality) => window.studioHarness.saveLast(quality), quality)
  await (await download).saveAs(path)
  return path
}

/** The page of studio-harness.html: the studio as in the app, including its workers. */
export const test = trim.extend<{ ladderPage: Page }>({
  ladderPage: async ({ page, harness }, use) => {
    await page.goto(harness.replace('trim-harness', 'studio-harness'))
    await page.waitForFunction(() => 'studioHarness' in window)
    await use(page)
  },
})
