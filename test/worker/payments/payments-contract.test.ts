import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Plan } from '#contract/values/payments/prices'
import { processorIds } from '#contract/values/payments/processors'
import { paymentAlerts, webhookEvents } from '#db/schema'
import type { WebhookEvent } from '#dev/sandbox/payments/webhooks/outbox'
import { createProcessor } from '#processors/adapters'
import { trials } from '#processors/trials'
import { type Tampering, twinKinds } from '#processors/twins'
import { processorVars } from '#processors/vars'
import { forgetAll } from '#worker/isolate-state'
import { reconcile } from '#worker/services/payments/settlement/reconcile'
import { jobContext } from '../../support/context'
import { changeSettings, testDb } from '../../support/factories'
import { followInbox, paymentRow, sweepAfter } from '../../support/payments/payment-state'
import {
  buyer,
  entitlementHistory,
  expectNothingGranted,
  grants,
  isPremium,
  ledgerRows,
  paymentsWorld,
} from '../../support/payments/payments'
import type { TrialOrder, WayToPay } from '../../support/payments/trial'

// The requirements on every processor, tested through the site's routes and with its twin. Peculiarities of
// one are tested in its folder.

const world = paymentsWorld()
const db = testDb()
const day = 24 * 60

beforeEach(() => changeSettings({ cardPaymentsEnabled: true }))

describe.each(processorIds)('%s', (id) => {
  const trial = trials[id]

  async function ordered(plan: Plan = 'monthly'): Promise<TrialOrder> {
    const client = await buyer()
    return { ...(await trial.order(client, plan)), plan, buyer: client }
  }

  /** Orders and pays; the site hasn't heard of the payment yet. */
  async function paid(how: WayToPay = 'taken', plan?: Plan) {
    const order = await ordered(plan)
    await trial.pay(world.sandbox, order, how)
    return { order, event: world.sandbox.webhooks.events().at(-1) as WebhookEvent }
  }

  const confirm = (order: TrialOrder, client = order.buyer) =>
    trial.confirm(world.sandbox, client, order, order.plan)

  async function hear(minutes = 2): Promise<void> {
    await world.sandbox.webhooks.deliverAll()
    await followInbox(Date.now() + (minutes - 2) * 60_000)
  }

  /** Tries each way in which the site may learn of a payment. */
  async function askAll(order: TrialOrder): Promise<void> {
    await confirm(order)
    await hear()
    await sweepAfter(5)
    await confirm(order)
  }

  /** Returns our row of the newest payment for an order. */
  async function paymentFor(order: TrialOrder) {
    const truth = trial.truths(world.sandbox, [order]).at(-1)
    const row = await paymentRow(truth?.id ?? '')
    return { truth, row }
  }

  async function expectBoughtOnce(order: TrialOrder): Promise<void> {
    expect(await isPremium(order.buyer)).toBe(true)
    expect(await grants(order.buyer.userId)).toHaveLength(1)
    const { truth, row } = await paymentFor(order)
    expect(row).toMatchObject({ provider: id, status: 'captured', userId: order.buyer.userId })
    const entries = await ledgerRows(row?.id ?? '')
    expect(entries.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
      ['charge', truth?.amountMinor],
    ])
  }

  it('goes by its own ID', async () => {
    expect(createProcessor(await jobContext(), id)?.id).toBe(id)
  })

  const ways = {
    'the notice': () => hear(),
    'the return': confirm,
    'the sweep': () => sweepAfter(5),
  }
  it.each<[Plan, ...(keyof typeof ways)[]]>([
    ['monthly', 'the notice', 'the return', 'the sweep'],
    ['monthly', 'the return', 'the sweep', 'the notice'],
    ['monthly', 'the sweep', 'the notice', 'the return'],
    ['yearly', 'the notice', 'the return', 'the sweep'],
    ['yearly', 'the sweep', 'the notice', 'the return'],
  ])('P1: of a %s plan, %s, %s and %s, twice each, are one purchase', async (plan, ...names) => {
    const { order } = await paid('taken', plan)
    for (const name of names) {
      await ways[name](order)
      await ways[name](order)
    }
    await confirm(order)
    await expectBoughtOnce(order)
  })

  it('P2: all of them at once are one purchase', async () => {
    const { order } = await paid()
    await hear()
    const again = Array.from({ length: 17 }, () => [confirm(order), hear(), sweepAfter(5)])
    await Promise.all(again.flat())
    await expectBoughtOnce(order)
  })

  it('P3: a notice of before the money went back, sent again, gives nothing back', async () => {
    const { order, event } = await paid()
    await hear()
    for (const change of trial.changes(world.sandbox)) change('refund')
    await hear()
    const history = await entitlementHistory(order.buyer.userId)
    expect(history.map(({ kind }) => kind)).toEqual(['grant', 'revoke'])
    await world.sandbox.webhooks.send(event)
    await askAll(order)
    expect(await entitlementHistory(order.buyer.userId)).toEqual(history)
  })

  it.each(twinKinds[id].defects)(
    'P4: a notice with the defect %s is refused, for that alone',
    async (wrong) => {
      const { order, event } = await paid()
      const before = world.sandbox.calls.length
      const response = await world.sandbox.webhooks.send(event, wrong as Tampering)
      expect(response.status).toBe(wrong === 'huge' ? 413 : 400)
      expect(await db.select().from(webhookEvents).where(eq(webhookEvents.eventId, event.id))).toEqual([])
      await followInbox()
      await expectNothingGranted(order.buyer)
      expect(world.sandbox.strays).toEqual([])
      // At most a certificate was fetched.
      expect(world.sandbox.calls.slice(before).every(({ method }) => method === 'GET')).toBe(true)
      await hear()
      await expectBoughtOnce(order)
    },
  )

  it('P5: a genuine notice of a payment that its records do not know grants nothing', async () => {
    const { order } = await paid()
    Object.assign(world.sandbox.state[id], twinKinds[id].empty())
    await askAll(order)
    await expectNothingGranted(order.buyer)
  })

  it("P6: another account can't have an order confirmed, before or after it is paid", async () => {
    const [order, other] = [await ordered(), await buyer()]
    const refusal = { success: false, code: 'not_found' }
    expect(await confirm(order, other)).toMatchObject(refusal)
    await trial.pay(world.sandbox, order, 'taken')
    expect(await confirm(order, other)).toMatchObject(refusal)
    await hear()
    expect(await confirm(order, other)).toMatchObject(refusal)
    await expectNothingGranted(other)
    await expectBoughtOnce(order)
  })

  it('P7: less than the price grants nothing, and is told to an administrator', async () => {
    const before = await db.$count(paymentAlerts)
    const { order } = await paid('cheap')
    await askAll(order)
    // An invoice may be topped up for a while.
    world.sandbox.clock.travel(2 * day * 60_000)
    await hear(2 * day)
    await sweepAfter(2 * day)
    await expectNothingGranted(order.buyer)
    expect(await db.$count(paymentAlerts)).toBeGreaterThan(before)
  })

  it('P8: a payment that was declined, or never made, grants nothing', async () => {
    const { order } = await paid('failed')
    await askAll(order)
    const unpaid = await ordered()
    await askAll(unpaid)
    await sweepAfter(2 * day)
    await expectNothingGranted(order.buyer)
    await expectNothingGranted(unpaid.buyer)
  })

  it('P9: a notice that comes two days late finds a purchase, or makes one', async () => {
    const { order } = await paid()
    await sweepAfter(2 * day)
    await hear(2 * day)
    await expectBoughtOnce(order)
  })

  it('P10: money that went back ends the term, and the books say so', async () => {
    const { order } = await paid()
    await hear()
    for (const change of trial.changes(world.sandbox)) change('refund')
    await hear()
    expect(await isPremium(order.buyer)).toBe(false)
    const { truth, row } = await paymentFor(order)
    expect(row).toMatchObject({ status: 'refunded', refundedMinor: truth?.amountMinor })
    const entries = await ledgerRows(row?.id ?? '')
    expect(entries.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0)).toBe(0)
  })

  const { contest } = trial
  it.runIf(contest)('P11: a payment that its buyer contests suspends the term', async () => {
    const { order } = await paid()
    await hear()
    expect(await isPremium(order.buyer)).toBe(true)
    for (const change of trial.changes(world.sandbox)) change(contest ?? 'dispute')
    await hear()
    expect(await isPremium(order.buyer)).toBe(false)
    expect((await entitlementHistory(order.buyer.userId)).at(-1)?.kind).toBe('hold')
  })

  it.each(['lost', 'html', 'empty', 'truncated', 'timeout', 'nonsense'] as const)(
    'P12: while its API answers nothing but %s nothing is granted, and afterwards it is',
    async (answer) => {
      const { order } = await paid()
      world.sandbox.fail({
        path: trial.faultyPath,
        times: 1000,
        answer,
        ...(answer !== 'truncated' && { status: 500 }),
      })
      await askAll(order)
      await expectNothingGranted(order.buyer)
      world.sandbox.faults.clear()
      forgetAll()
      await hear(90)
      await sweepAfter(90)
      await expectBoughtOnce(order)
    },
  )

  it('P13: with neither notice nor return, the sweep and the night find what was paid, or say that they cannot', async () => {
    const { order } = await paid()
    world.sandbox.webhooks.loseAll()
    await sweepAfter(5)
    if (!trial.needsNotice) return expectBoughtOnce(order)
    world.sandbox.clock.travel(day * 60_000)
    await reconcile(await jobContext(Date.now() + day * 60_000))
    await expectNothingGranted(order.buyer)
    const { truth } = await paymentFor(order)
    const about = eq(paymentAlerts.dedupeKey, `listed:${id}:${truth?.id}`)
    const text = expect.stringContaining(truth?.id ?? '')
    expect(await db.select().from(paymentAlerts).where(about)).toMatchObject([{ kind: 'ungranted', text }])
  })

  it('P14: no secret of its own is in a log line or an answer', async () => {
    const said: string[] = []
    for (const level of ['info', 'warn', 'error', 'log', 'debug'] as const)
      vi.spyOn(console, level).mockImplementation((...parts) => said.push(JSON.stringify(parts)))
    const { order, event } = await paid()
    world.sandbox.fail({ path: trial.faultyPath, times: 3, answer: 'nonsense', status: 401 })
    const answers = [await confirm(order)]
    for (const wrong of twinKinds[id].defects) await world.sandbox.webhooks.send(event, wrong as Tampering)
    await hear()
    answers.push(await confirm(order))
    const { keys } = processorVars[id]
    const secrets = Object.entries(keys).filter(([name]) => /SECRET|_KEY$|SALT|PASSWORD|SIGNATURE/.test(name))
    expect(secrets).not.toEqual([])
    for (const [, secret] of secrets) expect(said.join() + JSON.stringify(answers)).not.toContain(secret)
  })
})
