import { type Browser, chromium } from '@playwright/test'
import { findCommand } from './tools.ts'

/**
 * Off in every Chromium that is driven here. Playwright passes a list of its own, which this one replaces. The
 * first three each start a process for every window, which costs a short test
 * more than its page does.
 */
const featuresOff = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
]

export const chromiumOptions = {
  executablePath: findCommand('chromium') ?? 'chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${featuresOff}`,
  ],
}

/** Runs a task with a Chromium that is closed however the task ends. */
export async function withBrowser<Result>(task: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch(chromiumOptions)
  try {
    return await task(browser)
  } finally {
    await browser.close()
  }
}
