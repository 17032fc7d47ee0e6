import { type Browser, chromium, type LaunchOptions } from '@playwright/test'
import { findCommand } from './installed.ts'

/**
 * Features turned off. The first three cost a process, which takes longer than a short test's page: the
 * address bar's two popups, and a spare renderer. The rest is Playwright's own list, which this one replaces.
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

/** Returns options for our own pages. Chromium may be installed only after this module is loaded. */
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
 * Returns options for other people's files: with Chromium's sandbox, except as root, under which it doesn't
 * start. `path` names the Chromium to use. Signals are left to the caller, since Playwright would make the
 * current work fail before it ends.
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
