import { writeFile } from 'node:fs/promises'
import { test as playerTest } from '../../e2e/support/player'
import { newName, password, randomAddress } from '../../e2e/support/site'
import { BrowserWindow } from './browser-window'
import type { Engine } from './engines'

interface Fixtures {
  /** Opens a window of a browser with an empty profile; closed after the test. */
  openWindow: (engine: Pick<Engine, 'open'>) => Promise<BrowserWindow>
}

export const test = playerTest.extend<Fixtures>({
  openWindow: async ({ baseURL }, use, info) => {
    const windows: BrowserWindow[] = []
    await use(async ({ open }) => {
      if (!open) throw new Error('This browser is not installed')
      const window = new BrowserWindow(await open(), String(baseURL))
      windows.push(window)
      return window
    })
    for (const { driver } of windows) {
      if (info.status !== info.expectedStatus) {
        await writeFile(info.outputPath('last.png'), await driver.screenshot())
      }
      await driver.close()
    }
  },
})

/** Opens the site as someone who has passed the gate before. */
export async function passGate(window: BrowserWindow): Promise<void> {
  await window.open('/')
  await window.click({ role: 'button', name: "Yes, I'm Over 18" })
  await window.see({ role: 'link', name: /Watch Now/ })
}

/** Creates an account and signs in through the form. Returns its name. */
export async function signIn(window: BrowserWindow): Promise<string> {
  const username = newName()
  const answer = await fetch(new URL('/api/auth/signup', window.origin), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'cf-connecting-ip': randomAddress(),
    },
    body: JSON.stringify({ username, email: `${username}@example.com`, password }),
  })
  if (!answer.ok) throw new Error(`Signing up answered ${answer.status}`)
  await window.open('/signin')
  await window.fill('Username', username)
  await window.fill('Password', password)
  await window.click({ role: 'button', name: 'Sign In' })
  await window.seePath('/')
  return username
}

/** Waits until the picture moves, by the player's clock. */
export async function seePlaying(window: BrowserWindow): Promise<void> {
  const seconds = () => document.querySelector('video')?.currentTime ?? 0
  const before = await window.run(seconds)
  await window.until('the player should play on', seconds, (now) => now > before + 0.5)
}
