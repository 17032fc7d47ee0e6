import { type Browser, chromium } from '@playwright/test'
import { findCommand } from './tools.ts'

/** Runs a task with a Chromium that is closed however the task ends. */
export async function withBrowser<Result>(task: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({
    executablePath: findCommand('chromium') ?? 'chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    return await task(browser)
  } finally {
    await browser.close()
  }
}
