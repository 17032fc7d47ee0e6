import { expect, test } from '@playwright/test'
import { bins, run } from '#tools/programs/process'

const requests = Number(process.env.FUZZ_REQUESTS ?? 20_000)
/** Each day has another run; `FUZZ_SEED` repeats one. */
const seed = process.env.FUZZ_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', '')

interface Figures {
  reached: number
  done: number
  routes: number
  mediaTried: number
  mediaOpened: number
}

test(`nothing falls to ${requests} requests made by the contract's schemas, in every role`, async () => {
  const info = test.info()
  test.setTimeout(2 * 3_600_000)
  const args = [bins.vitest, 'run', '--project', 'worker', 'test/worker/fuzz', '--silent=false']
  // A colour in front of the line would hide it. With both variables set, Node prints a warning.
  const { FORCE_COLOR, ...own } = process.env
  const env = { ...own, NO_COLOR: '1', FUZZ_SEED: seed, FUZZ_REQUESTS: String(requests) }
  const printed = await run(process.execPath, args, { env })
  const line = /^fuzz (\{.*\})$/m.exec(printed)?.[1]
  expect(line).toBeDefined()
  const figures = JSON.parse(line ?? '{}') as Figures
  const share = Math.round((100 * figures.reached) / requests)
  const figure = (description: string) => info.annotations.push({ type: 'figure', description })
  figure(`seed ${seed}: ${requests} requests to ${figures.routes} routes`)
  figure(
    `${share} % came past every guard and check of the input, ${figures.done} were answered with success`,
  )
  figure(
    `media URLs tried ${figures.mediaTried} times by others, opened ${figures.mediaOpened} times, each by right`,
  )
})
