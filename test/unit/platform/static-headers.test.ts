import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// The worker never sees these files, so its guard adds no headers.
it('labels and guards the files of the build as every other answer', () => {
  const [assets = ''] = readFileSync('web/public/_headers', 'utf8').split('\n\n')
  expect(assets).toMatch(/^\/assets\/\*$/m)
  expect(assets).toMatch(/^ {2}Rating: RTA-5042-1996-1400-1577-RTA, adult$/m)
  expect(assets).toMatch(/^ {2}Strict-Transport-Security: max-age=31536000; includeSubDomains$/m)
  expect(assets).toMatch(/^ {2}Content-Security-Policy: frame-ancestors 'none'$/m)
  // A sandboxed frame has no origin, and gets no module without it.
  expect(assets).toMatch(/^ {2}Access-Control-Allow-Origin: \*$/m)
})
