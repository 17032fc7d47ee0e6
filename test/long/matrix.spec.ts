import { expect, test } from '@playwright/test'
import { bins, run } from '../../scripts/lib/process'

test('every route answers every role as the tables say, for a video in every state', async ({
  request: _,
}, info) => {
  test.setTimeout(30 * 60_000)
  const file = 'test/worker/platform/authorisation-matrix.test.ts'
  const args = [bins.vitest, 'run', '--project', 'worker', file]
  // Node warns of two wishes at once.
  const { FORCE_COLOR: _color, ...own } = process.env
  const printed = await run(process.execPath, args, { env: { ...own, NO_COLOR: '1', MATRIX: 'all' } })
  const passed = Number(/Tests +(\d+) passed/.exec(printed)?.[1])
  expect(passed).toBeGreaterThan(900)
  info.annotations.push({ type: 'figure', description: `${passed} rows of routes and states` })
})
