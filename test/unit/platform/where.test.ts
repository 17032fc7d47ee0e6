import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mapsFolder } from '../../../scripts/lib/deploy/deploy'
import { serveBundle } from '../../../scripts/lib/serve-bundle'
import { bundleFile, withBundle } from '../../../scripts/lib/worker-bundle'

const version = `test-${process.pid}`

it('an error of the bundled worker is logged with names, which npm run where follows to the sources', async () => {
  await withBundle(async (folder) => {
    const kept = `${mapsFolder}/${version}`
    cpSync(folder, kept, { recursive: true })
    try {
      // Without its settings, every request fails where they are read.
      const { origin, end } = await serveBundle(folder, bundleFile)
      const { status } = await fetch(origin)
      const [line = ''] = (await end()).split('\n').filter((each) => each.startsWith('{'))
      const { event, stack } = JSON.parse(line)
      expect([status, event]).toEqual([500, 'unexpected'])
      expect(stack).toMatch(/^ +at unusable \(index\.js:\d+:\d+\)\n +at parseConfig \(index\.js:/)
      const mapped = execFileSync(process.execPath, ['scripts/where.ts', '--version', version, line], {
        encoding: 'utf8',
      })
      expect(mapped).toMatch(/at parseConfig \(worker\/config\.ts:\d+:\d+\)\n/)
      expect(mapped).toMatch(/at contextMiddleware \(worker\/http\/context\.ts:\d+:\d+\)\n/)
      expect(mapped).toMatch(/at node_modules\/hono\//)
    } finally {
      rmSync(kept, { recursive: true })
    }
  })
})

it('npm run where says which version it has no map of', () => {
  expect(() =>
    execFileSync(process.execPath, ['scripts/where.ts', '--version', 'none', 'at a (index.js:1:1)'], {
      stdio: 'pipe',
    }),
  ).toThrow(/dist\/maps\/none isn't there\. Check out the commit of that version/)
})
