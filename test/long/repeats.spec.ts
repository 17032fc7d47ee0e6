import { expect, test } from '@playwright/test'
import { bins, run } from '#tools/programs/process'

test('a write whose answer is lost is as if made once, whatever it is, when it is sent again', async () => {
  const info = test.info()
  test.setTimeout(30 * 60_000)
  const args = [bins.vitest, 'run', '--project', 'worker', 'test/worker/faults/repeats.test.ts']
  // With both variables set, Node prints a warning.
  const { FORCE_COLOR, ...own } = process.env
  const printed = await run(process.execPath, args, { env: { ...own, NO_COLOR: '1', REPEATS: 'all' } })
  const passed = Number(/Tests +(\d+) passed/.exec(printed)?.[1])
  expect(passed).toBeGreaterThan(160)
  info.annotations.push({ type: 'figure', description: `${passed - 1} scenes of all routes that write` })
})
