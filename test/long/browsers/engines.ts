import { globSync } from 'node:fs'
import { findCommand } from '#tools/programs/installed'
import type { Driver } from './driver'
import { openFirefox } from './firefox'
import { openWebKit } from './webkit'

export interface Engine {
  name: string
  /** Debian's packages, for machines without them. */
  packages: string
  /** How to open a window; null where the browser isn't installed. */
  open: (() => Promise<Driver>) | null
  /** The same with all turned off that the site can do without; null where that can't be. */
  openBare: (() => Promise<Driver>) | null
}

/** Firefox's switches for what older versions, other systems or careful people don't have. */
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
