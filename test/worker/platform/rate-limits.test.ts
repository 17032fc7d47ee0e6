import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { always, type Condition, condition } from '#db/conditions'
import { AppError } from '#worker/errors'
import type { ServiceContext } from '#worker/services/context'
import {
  countedInBatch,
  countedWhereDone,
  enforceLimit,
  enforceLimits,
  enforceOwnLimit,
  forgetUses,
  giveBack,
  isWithinLimit,
  limits,
} from '#worker/services/shared/rate-limits/index'
import { randomId } from '#worker/storage/keys'
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

  it.each([
    ['1 minute', 1],
    ['1 minute', 60_000],
    ['2 minutes', 60_001],
    ['15 minutes', 15 * 60_000],
  ])('rounds the wait up to %s', async (words, left) => {
    const ctx = await jobContext()
    const key = randomId()
    const last = later(ctx, limits.confirmPassword.window - left)
    for (let use = 0; use < limits.confirmPassword.max; use += 1)
      await enforceLimit(ctx, 'confirmPassword', key)
    await expect(enforceLimit(last, 'confirmPassword', key)).rejects.toMatchObject({
      detail: `Too many password attempts. Try again in ${words}.`,
      options: { retryAfter: Math.ceil(left / 1000) },
    })
  })

  it.each([
    ['119 minutes', 119],
    ['2 hours', 120],
    ['3 hours', 121],
    ['24 hours', 24 * 60],
  ])('speaks of hours from two on: %s', async (words, minutes) => {
    const ctx = await jobContext()
    const key = randomId()
    const last = later(ctx, limits.newsletterMail.window - minutes * 60_000)
    for (let use = 0; use < limits.newsletterMail.max; use += 1)
      await enforceLimit(ctx, 'newsletterMail', key)
    await expect(enforceLimit(last, 'newsletterMail', key)).rejects.toThrow(`Try again in ${words}.`)
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
      await expect(both()).rejects.toThrow('to sign in to this account. Try again in 15 minutes. To sign in')
    }
    await expect(enforceLimit(ctx, 'signInAddress', address)).rejects.toThrow('5 minutes')
    await expect(both()).rejects.toThrow('15 minutes')
  })
})

describe('enforceOwnLimit', () => {
  const reached = 'You have published all of today.'
  const publish = (ctx: ServiceContext, key: string, most: number) =>
    enforceOwnLimit(ctx, 'publish', key, { max: most, reached, again: (when) => `You can go on ${when}.` })

  it("keeps to the subject's number, says when it ends, and doesn't count what it refuses", async () => {
    const ctx = await jobContext()
    const key = randomId()
    for (let use = 0; use < 2; use += 1) await publish(ctx, key, 2)
    for (let use = 0; use < 3; use += 1) {
      await expect(publish(later(ctx, 1500), key, 2)).rejects.toMatchObject({
        code: 'rate_limited',
        detail: `${reached} You can go on in 24 hours.`,
        options: {
          retryAfter: 24 * 3600 - 1,
          limit: { reached, endsAt: new Date(ctx.now + limits.publish.window).toISOString() },
        },
      })
    }
    // Its limit was raised by one, so one more is allowed.
    await publish(ctx, key, 3)
    await expect(publish(ctx, key, 3)).rejects.toThrow(reached)
    await publish(later(ctx, limits.publish.window), key, 2)
  })
})

describe('isWithinLimit', () => {
  it('refuses nothing, and says when there were too many', async () => {
    const ctx = await jobContext()
    const key = randomId()
    const answers: boolean[] = []
    for (let use = 0; use < limits.removalMail.max + 2; use += 1)
      answers.push(await isWithinLimit(ctx, 'removalMail', key))
    expect(answers).toEqual([true, true, true, false, false])
    expect(await isWithinLimit(ctx, 'removalMail', randomId())).toBe(true)
    expect(await isWithinLimit(later(ctx, limits.removalMail.window), 'removalMail', key)).toBe(true)
  })
})

describe('a limit within a batch', () => {
  const isTrue = (ctx: ServiceContext, condition: Condition) =>
    ctx.db.select({ held: sql<number>`${condition}`.as('held') }).from(sql`(select 1)`)

  it('counts first: it holds for as many as may, and the batch is done all the same', async () => {
    const ctx = await jobContext()
    const key = randomId()
    const use = async (of: string) => {
      const { count, within } = countedInBatch(ctx, 'resetMail', of)
      const [, [row]] = await ctx.db.batch([count, isTrue(ctx, within)])
      return row?.held
    }
    const answers: unknown[] = []
    for (let times = 0; times < limits.resetMail.max + 1; times += 1) answers.push(await use(key))
    expect(answers).toEqual([1, 1, 1, 1, 1, 0])
    expect(await use(randomId())).toBe(1)
  })

  it('holds while a use is left, and counts only what was done', async () => {
    const ctx = await jobContext()
    const key = randomId()
    const attempt = async (at: ServiceContext, onlyIf: Condition, of = key) => {
      const { left, count } = countedWhereDone(at, { action: 'quarantineNarrow', key: of })
      const [[row]] = await at.db.batch([isTrue(at, left), count(onlyIf)])
      return row?.held
    }
    const never = condition(sql`false`)
    const answers: unknown[] = []
    for (const onlyIf of [never, always, never, always, always]) answers.push(await attempt(ctx, onlyIf))
    expect(answers).toEqual([1, 1, 1, 1, 0])
    expect(await attempt(ctx, always, randomId())).toBe(1)
    expect(await attempt(later(ctx, limits.quarantineNarrow.window), always)).toBe(1)
  })
})

describe('forgetUses', () => {
  it('empties the windows that it names, on its condition', async () => {
    const ctx = await jobContext()
    const [key, other] = [randomId(), randomId()]
    for (const each of [key, other]) await uses(ctx, each, max)
    await forgetUses(ctx, [{ action: 'importOpen', key }], condition(sql`false`))
    expect(await uses(ctx, key, 1)).not.toEqual([null])
    await forgetUses(ctx, [{ action: 'importOpen', key }], always)
    expect(await uses(ctx, key, max)).toEqual(Array(max).fill(null))
    expect(await uses(ctx, other, 1)).not.toEqual([null])
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
