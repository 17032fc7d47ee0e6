import { env } from 'cloudflare:workers'
import { expect, it, vi } from 'vitest'
import { type Figures, Fuzz } from '../../support/fuzz/fuzz'
import { paymentsWorld } from '../../support/payments/payments'

/** The same run each time, so that a fault is the change's. `npm run test:long` has others, and longer ones. */
const seed = Number(env.FUZZ_SEED || 18)
const requests = Number(env.FUZZ_REQUESTS || 1500)

/** Enough for each route to be reached. */
const enoughForAll = 1500

const world = paymentsWorld()

it('whatever is sent, in whatever role, nothing falls and nobody gets what is not theirs', async () => {
  const fuzz = new Fuzz(seed, world)
  // A line for each request would take longer than the request.
  for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation((line) => fuzz.hear(String(line)))
  const figures = await fuzz.send(requests)
  report(figures)
  expect(figures.faults).toEqual([])
  expect(figures.requests).toBe(requests)
  expect(figures.reached / requests).toBeGreaterThanOrEqual(0.6)
  expect(figures.mediaOpened).toBeGreaterThan(0)
  const unreached = Object.entries(figures.byRoute).filter(([, reached]) => reached === 0)
  if (requests >= enoughForAll) expect(unreached).toEqual([])
}, 3_600_000)

/** The long test reads the line; a fault says by which seed it is seen again. */
function report({ byRoute, faults, ...figures }: Figures): void {
  const routes = Object.values(byRoute).filter((reached) => reached > 0).length
  // biome-ignore lint/suspicious/noConsole: figures of a run are for who runs it
  console.log(`fuzz ${JSON.stringify({ seed, ...figures, routes, faults: faults.length })}`)
}
