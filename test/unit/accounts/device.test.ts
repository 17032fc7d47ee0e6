import { expect, it } from 'vitest'
import { deviceOf } from '#worker/services/accounts/sessions/device'

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const win = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9)'
const ios = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [`${win} ${blink} Chrome/156.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`${win} ${blink} Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0`, 'Edge on Windows'],
  [`${win} ${blink} Chrome/156.0.0.0 Safari/537.36 OPR/140.0.0.0`, 'Opera on Windows'],
  [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15`, 'Safari on Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0', 'Firefox on Android'],
  [`${android} ${blink} Chrome/156.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `${android} ${blink} SamsungBrowser/30.0 Chrome/150.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [`${ios} Version/19.0 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
  [`${ios} CriOS/156.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
  [`${ios} FxiOS/150.0 Mobile/15E148 Safari/605.1.15`, 'Firefox on iPhone'],
  [`${ios.replaceAll('iPhone', 'iPad')} Version/19.0 Safari/604.1`, 'Safari on iPad'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Chrome/156.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
  [`${win} ${blink} SomethingElse/1.0`, 'Unknown browser on Windows'],
  ['Firefox/150.0', 'Firefox'],
  ['curl/8.5.0', 'Unknown device'],
  ['', 'Unknown device'],
])('%s is %s', (agent, device) => {
  expect(deviceOf(agent)).toBe(device)
})
