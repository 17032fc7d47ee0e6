import { expect, it, vi } from 'vitest'
import { Fuzz } from '../../support/fuzz/fuzz'
import { paymentsWorld } from '../../support/payments/payments'

const world = paymentsWorld()

it('whatever is sent, in whatever role, nothing falls', async () => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
  const began = Date.now()
  const figures = await new Fuzz(18, world).send(1500)
  console.log(
    JSON.stringify({ ...figures, faults: figures.faults.length, byRoute: undefined }),
    Date.now() - began,
  )
  const least = Object.entries(figures.byRoute)
    .sort(([, a], [, b]) => a - b)
    .slice(0, 45)
  console.log(JSON.stringify(least))
  console.log(figures.faults.slice(0, 40).join('\n'))
  expect(figures.faults).toEqual([])
}, 600_000)
