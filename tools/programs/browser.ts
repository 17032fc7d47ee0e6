import { type Browser, chromium, type LaunchOptions } from '@playwright/test'
import { findCommand } from './installed.ts'

/**
 * Three features that cost a process, which takes more than a short test's page does: the address bar's two
 * popups, and a spare renderer. The rest is Playwright's own list, which this one replaces.
 */
const featuresOff = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** For our own pages. Chromium may only be installed after this module is loaded. */
export function chromiumOptions() {
  return {
    executablePath: findCommand('chromium') ?? '/usr/bin/chromium',
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
}

/**
 * For other people's files: with Chromium's sandbox, except for root, for whom it doesn't start with one. `path` names
 * the Chromium to use. Signals are left to the caller: Playwright would let the work at hand fail before it ends.
 */
export function sandboxedOptions(path: string | undefined) {
  const { executablePath, args } = chromiumOptions()
  const chromiumSandbox = process.getuid?.() !== 0
  return {
    executablePath: path ?? executablePath,
    args: args.filter((arg) => !(chromiumSandbox && arg === '--no-sandbox')),
    chromiumSandbox,
    handleSIGINT: false,
    handleSIGTERM: false,
  }
}

/** Runs a task with a Chromium that is closed however the task ends. */
export async function withBrowser<Result>(
  task: (browser: Browser) => Promise<Result>,
  options: LaunchOptions = chromiumOptions(),
): Promise<Result> {
  const browser = await chromium.launch(options)
  try {
    return await task(browser)
  } finally {
    await browser.close()
  }
}
