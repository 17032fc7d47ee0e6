import { expect, test } from '@playwright/test'
import { bins, run } from '#tools/programs/process'
import { commentRoutes } from '../support/matrix/matrix-comment-routes'
import { roles, states } from '../support/matrix/matrix-rules'
import { videoRoutes } from '../support/matrix/matrix-video-routes'

test('every route answers every role as the tables say, for a video in every state', async () => {
  const info = test.info()
  test.setTimeout(30 * 60_000)
  const file = 'test/worker/platform/authorisation-matrix.test.ts'
  const args = [bins.vitest, 'run', '--project', 'worker', file, '--silent=false']
  // With both variables set, Node prints a warning.
  const { FORCE_COLOR, ...own } = process.env
  const printed = await run(process.execPath, args, { env: { ...own, NO_COLOR: '1', MATRIX: 'all' } })
  const routes = { ...videoRoutes, ...commentRoutes }
  const cells = Object.keys(routes).length * states.length * roles.length
  expect(/^matrix (\d+)$/m.exec(printed)?.[1]).toBe(String(cells))
  info.annotations.push({ type: 'figure', description: `${cells} cells of routes, states and roles` })
})
