import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BrowserContext, test as base, chromium, expect, type Page } from '@playwright/test'
import type { UpdateSettings } from '#contract/schemas/site/settings'
import { minute } from '#contract/values/shared/time'
import { words } from '#dev/seed/ffmpeg'
import { chromiumOptions } from '#tools/programs/browser'

const run = promisify(execFile)

/** A page, or a whole browser: both send requests with its cookies. */
export type Person = Pick<Page, 'request'>

type NewPerson = (options?: { ageConfirmed?: boolean }) => Promise<BrowserContext>

export const test = base.extend<{ newPerson: NewPerson }>({
  /**
   * A person with a browser of their own: no cookies, and an IP address of its own (limits are per address).
   * The test fails when one of its pages threw, broke the content policy or wrote an error to the console.
   */
  newPerson: async ({ browser }, use) => {
    const faults: string[] = []
    const contexts: BrowserContext[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({ extraHTTPHeaders: { 'cf-connecting-ip': randomAddress() } })
      contexts.push(context)
      noteFaults(context, faults)
      if (options.ageConfirmed !== false) {
        // The state after the gate: documents that the worker renders read the cookie.
        await context.addCookies([{ name: 'age_verified', value: '1', domain: 'localhost', path: '/' }])
        await context.addInitScript(() => {
          // Only for the page itself: an about:blank frame has no storage.
          if (location.protocol.startsWith('http')) localStorage.setItem('ageVerified', 'true')
        })
      }
      return context
    })
    for (const context of contexts) await context.close()
    expect(faults, 'errors of the pages').toEqual([])
  },
})

/**
 * Records errors that its pages threw or wrote to the console, and everything that the content policy and
 * Trusted Types blocked.
 */
export function noteFaults(context: BrowserContext, faults: string[]): void {
  context.on('weberror', (error) => faults.push(error.error().message))
  context.on('console', (message) => {
    // The browser logs every status of 400 and up, which a test may cause on purpose.
    const expected = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !expected) faults.push(message.text())
  })
}

/** Returns the origin of the sandbox's file host; see playwright.config.ts. */
export function sandboxOrigin(): string {
  return `http://localhost:${Number(process.env.TEST_PORT ?? 8797) + 3}`
}

/** Waits until the app has hydrated the worker's HTML, or has rendered the page. */
export async function appIsThere(page: Page): Promise<void> {
  await expect(page.locator('#root > *')).not.toHaveCount(0)
  await expect(page.locator('[data-waiting]')).toHaveCount(0)
}

/** Opens a browser whose settings block all cookies and storage, with its data in a folder. */
export async function openWithoutCookies(folder: string, baseURL: string): Promise<BrowserContext> {
  await mkdir(join(folder, 'Default'), { recursive: true })
  const blocked = { profile: { default_content_setting_values: { cookies: 2 } } }
  await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(blocked))
  return chromium.launchPersistentContext(folder, {
    ...chromiumOptions(),
    baseURL,
    extraHTTPHeaders: { 'cf-connecting-ip': randomAddress() },
  })
}

export function randomAddress(): string {
  return `10.${[...randomBytes(3)].join('.')}`
}

/** Returns a name that no other account has or resembles. */
export function newName(): string {
  return [...randomBytes(12)].map((byte) => 'abcdefghkpqrstxyz'[byte % 17]).join('')
}

/** Password of the accounts that `signUp` creates. */
export const password = 'correct horse'

/** Creates an account, and signs the browser in. */
export async function signUp(person: Person): Promise<string> {
  const username = newName()
  await post(person, '/api/auth/signup', { username, email: `${username}@example.com`, password })
  return username
}

/** Signs the browser in with a demo account. Each test gets a session of its own. */
export async function signInAs(person: Person, username: string): Promise<void> {
  await signIn(person, username, 'nocturne-demo')
}

/** Signs the browser in. */
export async function signIn(person: Person, username: string, word: string): Promise<void> {
  await post(person, '/api/auth/login', { username, password: word })
}

async function post({ request }: Person, path: string, data: object): Promise<void> {
  const answer = await request.post(path, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Creates an account through the form. */
export async function fillSignUp(page: Page): Promise<string> {
  const name = newName()
  await page.goto('/signup')
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Email').fill(`${name}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(password)
  await page.getByLabel('I confirm that I am 18 years of age or older').check()
  await page.getByLabel(/I agree to the/).check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/')
  return name
}

/** Signs in through the form. */
export async function fillSignIn(page: Page, username: string, word: string): Promise<void> {
  await page.goto('/signin')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(word)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/**
 * Runs the tasks that are due, as the platform's cron does. A task of every minute is due in any minute but
 * that of its latest run (`claimTasks` in db/queries/shared/cron.ts). The second call is for the minute
 * before: its tasks are always due, since a run for the current minute, ours or the site's own, came first.
 * No call is ahead of the clock, or other tests' pending items would expire. One call isn't enough if the
 * site's own run holds a task at that moment.
 */
export async function runCron({ request }: Person): Promise<void> {
  const now = Date.now()
  for (const time of [now, now - minute]) {
    const answer = await request.get('/cdn-cgi/handler/scheduled', { params: { time } })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
}

/** Changes the whole site's settings as the administrator signed in on the page. */
export async function changeSettings(page: Page, settings: UpdateSettings): Promise<void> {
  const answer = await page.request.patch('/api/admin/settings', { data: settings })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/**
 * Makes a file like a phone's: index at the end, location and title in its metadata, noisy enough to be
 * large. `repeat` plays the same seconds over and over, which takes no time, unlike encoding.
 */
export async function makeVideoFile(
  folder: string,
  options: { seconds: number; megabits: number; repeat?: number; size?: string },
): Promise<string> {
  await mkdir(folder, { recursive: true })
  const { seconds, megabits, repeat = 1, size = '1280x720' } = options
  const once = join(folder, 'once.mp4')
  const file = join(folder, 'clip.mp4')
  const rate = `${megabits}M`
  await run('ffmpeg', [
    ...words('-loglevel error -y -f lavfi'),
    ...words(`-i testsrc2=size=${size}:rate=30:duration=${seconds},noise=alls=40:allf=t`),
    ...words(`-f lavfi -i sine=frequency=330:duration=${seconds}`),
    ...words('-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 60 -c:a aac'),
    ...words(`-b:v ${rate} -minrate ${rate} -maxrate ${rate} -bufsize ${rate}`),
    once,
  ])
  await run('ffmpeg', [
    ...words(`-loglevel error -y -stream_loop ${repeat - 1} -i`),
    once,
    ...words('-c copy -metadata title=Holiday -metadata location=+48.8577+002.2950/'),
    file,
  ])
  return file
}

/** Waits until the picture moves, by the player's clock. */
export async function expectPlaying(page: Page): Promise<void> {
  const video = page.locator('video')
  const seconds = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  const before = await seconds()
  await expect.poll(seconds, { message: 'the player should play on' }).toBeGreaterThan(before + 0.5)
}

/** Hashes the prepared file that the browser sends, read from where the browser stores it. */
export function hashDerivedFile(page: Page): Promise<{ size: number; sha256: string }> {
  return page.evaluate(async () => {
    async function largest(folder: FileSystemDirectoryHandle): Promise<File | null> {
      let found: File | null = null
      for await (const handle of folder.values()) {
        const file =
          handle instanceof FileSystemFileHandle
            ? await handle.getFile()
            : await largest(handle as FileSystemDirectoryHandle)
        if (file && file.size > (found?.size ?? 0)) found = file
      }
      return found
    }
    const file = await largest(await navigator.storage.getDirectory())
    if (!file) throw new Error('There is no made file')
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    const sha256 = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    return { size: file.size, sha256 }
  })
}

export { expect }
