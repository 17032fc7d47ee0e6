import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { bundleFile, withBundle } from '#build/worker/bundle'
import { serveBundle } from '#build/worker/serve'
import { mapsFolder } from '#tools/deploy/steps'

const version = `test-${process.pid}`
const kept = `${mapsFolder}/${version}`
/** The bundled worker's log line about an error. */
let line = ''

beforeAll(async () => {
  await withBundle(async (folder) => {
    cpSync(folder, kept, { recursive: true })
    const served = await serveBundle(folder, bundleFile)
    // Without its settings, every request fails when it reads them.
    const answered = fetch(served.origin, { signal: AbortSignal.timeout(20_000) })
    await answered.catch(() => undefined)
    line = (await served.end()).split('\n').find((each) => each.startsWith('{')) ?? ''
    expect((await answered).status).toBe(500)
  })
  return () => rmSync(kept, { recursive: true })
})

function where(...args: string[]): string {
  return execFileSync(process.execPath, ['scripts/where.ts', ...args], { encoding: 'utf8', stdio: 'pipe' })
}

describe('an error of the bundled worker', () => {
  it('is logged with the names of functions', () => {
    const { event, stack } = JSON.parse(line)
    expect(event).toBe('unexpected')
    expect(stack).toMatch(/^ +at unusable \(index\.js:\d+:\d+\)\n +at parseConfig \(index\.js:/)
  })

  it.each([
    ['the line of the log', () => line],
    ['the line as wrangler tail prints it', () => `  (error) ${line}`],
    ['the stack, copied from it', () => JSON.stringify(JSON.parse(line).stack).slice(1, -1)],
  ])('is followed to the sources by npm run where, from %s', (_, given) => {
    const mapped = where('--version', version, given())
    expect(mapped).toMatch(/at parseConfig \(worker\/config\.ts:\d+:\d+\)\n/)
    expect(mapped).toMatch(/at contextMiddleware \(worker\/http\/context\.ts:\d+:\d+\)\n/)
    expect(mapped).toMatch(/at node_modules\/hono\/[^\n]+:\d+:\d+\n/)
  })

  it('is followed by the version that its line names', () => {
    expect(where(JSON.stringify({ ...JSON.parse(line), version }))).toMatch(/worker\/config\.ts:/)
  })

  it('of a version without a map is refused, with what to do', () => {
    expect(() => where('--version', 'none', line)).toThrow(/no map of none[\s\S]*Check out its commit/)
  })
})
