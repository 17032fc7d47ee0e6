import { globSync } from 'node:fs'
import { findCommand } from '#tools/programs/installed'
import type { Driver } from './driver'
import { openFirefox } from './firefox'
import { openWebKit } from './webkit'

export interface Engine {
  name: string
  /** Debian's packages of the browser, for machines without it. */
  packages: string
  /** Opens a window; null if the browser isn't installed. */
  open: (() => Promise<Driver>) | null
  /** Opens a window without the features that the site can do without; null if they can't be turned off. */
  openBare: (() => Promise<Driver>) | null
}

/**
 * Firefox's settings that turn off features missing in older versions and on other systems, or turned off by
 * careful people.
 */
const turnedOff = {
  'dom.media.webcodecs.enabled': false,
  'media.navigator.enabled': false,
  'media.peerconnection.enabled': false,
  'security.webauth.webauthn': false,
}

const firefox = findCommand('firefox-esr') ?? findCommand('firefox')
const webkitDriver = findCommand('WebKitWebDriver')
// Not a command: the driver's package has it among its libraries.
const [miniBrowser] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')

/** The browsers beside Chromium, which all other browser tests use. */
export const engines: Engine[] = [
  {
    name: 'Firefox',
    packages: 'firefox-esr',
    open: firefox ? () => openFirefox(firefox) : null,
    openBare: firefox ? () => openFirefox(firefox, turnedOff) : null,
  },
  {
    name: 'WebKitGTK',
    packages: 'webkit2gtk-driver and xvfb',
    open:
      webkitDriver && miniBrowser && findCommand('Xvfb') ? () => openWebKit(webkitDriver, miniBrowser) : null,
    openBare: null,
  },
]
