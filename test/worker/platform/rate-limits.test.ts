import { describe, expect, it } from 'vitest'
import { AppError } from '../../../worker/errors'
import type { ServiceContext } from '../../../worker/services/context'
import { enforceLimit, enforceLimits, giveBack, limits } from '../../../worker/services/shared/rate-limits'
import { randomId } from '../../../worker/storage/keys'
import { jobContext, later } from '../../support/context'

const { max, window } = limits.importOpen

async function uses(ctx: ServiceContext, key: string, times: number): Promise<(AppError | null)[]> {
  return Promise.all(
    Array.from({ length: times }, () =>
      enforceLimit(ctx, 'importOpen', key).then(
        () => null,
        (error: unknown) => {
          if (error instanceof AppError) return error
          throw error
        },
      ),
    ),
  )
}

describe('enforceLimit', () => {
  it('lets exactly so many through, however many come at once', async () => {
    const refusals = await uses(await jobContext(), randomId(), 50)
    expect(refusals.filter((refusal) => refusal === null)).toHaveLength(max)
    expect(refusals.filter((refusal) => refusal?.code === 'rate_limited')).toHaveLength(50 - max)
  })

  it('says how long to wait, and keeps to it', async () => {
    const ctx = await jobContext()
    const key = randomId()
    await uses(ctx, key, max)
    const [refusal] = await uses(later(ctx, window - 90_000), key, 1)
    expect(refusal?.detail).toBe('Too many imports. Try again in 2 minutes.')
    expect(refusal?.options.retryAfter).toBe(90)
    expect(await uses(later(ctx, window - 1), key, 1)).not.toEqual([null])
    expect(await uses(later(ctx, window), key, max + 1)).toEqual([
      ...Array<null>(max).fill(null),
      expect.any(AppError),
    ])
  })

  it('keeps keys and actions apart', async () => {
    const ctx = await jobContext()
    const key = randomId()
    await uses(ctx, key, max + 1)
    await enforceLimit(ctx, 'importOpen', randomId())
    await enforceLimit(ctx, 'uploadOpen', key)
  })

  it('never counts everybody together', async () => {
    await expect(enforceLimit(await jobContext(), 'like', '')).rejects.toThrow('needs a key')
  })
})

describe('enforceLimits', () => {
  it('counts all of them although one refuses, and names the longest wait', async () => {
    const ctx = await jobContext()
    const [address, account] = [randomId(), randomId()]
    const both = () =>
      enforceLimits(ctx, [
        { action: 'signInAddress', key: address },
        { action: 'signInAccount', key: account },
      ])
    for (let use = 0; use < limits.signInAccount.max; use += 1) await both()
    for (let use = limits.signInAccount.max; use < limits.signInAddress.max; use += 1) {
      await expect(both()).rejects.toThrow('to sign in to this account. Try again in 15 minutes.')
    }
    await expect(enforceLimit(ctx, 'signInAddress', address)).rejects.toThrow('5 minutes')
    await expect(both()).rejects.toThrow('15 minutes')
  })
})

describe('giveBack', () => {
  it('takes one use back, not the window', async () => {
    const ctx = await jobContext()
    const key = randomId()
    await uses(ctx, key, max)
    await giveBack(ctx, 'importOpen', key)
    expect((await uses(ctx, key, 2)).filter((refusal) => refusal === null)).toHaveLength(1)
  })

  it('never makes room for more than the limit', async () => {
    const ctx = await jobContext()
    const key = randomId()
    for (let times = 0; times < 3; times += 1) await giveBack(ctx, 'importOpen', key)
    await uses(ctx, key, 1)
    for (let times = 0; times < 3; times += 1) await giveBack(ctx, 'importOpen', key)
    expect((await uses(ctx, key, max + 1)).filter((refusal) => refusal === null)).toHaveLength(max)
  })
})
