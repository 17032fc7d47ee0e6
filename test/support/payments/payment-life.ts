import fc from 'fast-check'
import { type Plan, plans } from '#contract/values/payments/prices'
import { type ProcessorId, processorIds } from '#contract/values/payments/processors'
import { claims, leases, paymentBooks, payments, payOrders, webhookEvents } from '#db/schema'
import { emptyState, type PaymentsSandbox } from '#dev/sandbox/payments/sandbox'
import type { WebhookEvent } from '#dev/sandbox/payments/webhooks/outbox'
import { trials } from '#processors/trials'
import { forgetAll } from '#worker/isolate-state'
import { sweepOrders } from '#worker/services/payments/orders/sweep'
import { reconcile } from '#worker/services/payments/settlement/reconcile'
import { followWebhook, receiveWebhook, sweepWebhooks } from '#worker/services/payments/settlement/webhooks'
import { jobContext } from '../context'
import { testDb } from '../factories'
import { withoutQueues } from '../videos/imports'
import { type Buyer, buyer, deliveryOf } from './payments'
import { type MoneyChange, moneyChanges, type TrialOrder, waysToPay } from './trial'

const minute = 60_000
const day = 24 * 60 * minute

/** An index that is reduced to the number of items. */
const any = fc.nat(11)
const plan = fc.constantFrom(...plans)
const order = fc.record({
  who: fc.nat(1),
  by: fc.constantFrom(...processorIds),
  plan,
  /** Whether it is paid before anything goes wrong. Otherwise it waits for its buyer. */
  isBought: fc.boolean(),
})
const steps = {
  pay: fc.record({ order: any, how: fc.constantFrom(...waysToPay) }),
  /** A confirmation, mostly by the buyer and for the ordered plan. */
  confirm: fc.record({
    order: any,
    isOwn: fc.constantFrom(true, true, true, false),
    plan: fc.constantFrom(null, null, ...plans),
    times: fc.integer({ min: 1, max: 3 }),
  }),
  money: fc.record({ payment: any, change: fc.constantFrom(...moneyChanges) }),
  fault: fc.record({
    path: fc.constantFrom(...processorIds.map((id) => trials[id].faultyPath)),
    answer: fc.constantFrom('timeout', 'lost', 'html', 'truncated', 'empty'),
    commit: fc.boolean(),
    times: fc.integer({ min: 1, max: 4 }),
  }),
  /** The arrival of any webhook, perhaps for another time. `follow`: its message isn't lost. */
  tell: fc.record({ event: any, follow: fc.boolean() }),
  /** Confirmation, webhook and sweep at the same time. */
  rush: fc.record({ order: any, event: any }),
  sweep: fc.constant({}),
  pass: fc.record({ minutes: fc.constantFrom(1, 6, 61, 7 * 60) }),
}
type Steps = {
  [Name in keyof typeof steps]: (typeof steps)[Name] extends fc.Arbitrary<infer One> ? One : never
}
type Step = { [Name in keyof Steps]: { do: Name } & Steps[Name] }[keyof Steps]

/**
 * How often each step is drawn. Money changes often and the network rarely fails: otherwise, little would
 * happen in most lives.
 */
const weights: Record<keyof Steps, number> = {
  pay: 5,
  confirm: 4,
  money: 6,
  fault: 1,
  tell: 3,
  rush: 2,
  sweep: 2,
  pass: 2,
}

const step: fc.Arbitrary<Step> = fc.oneof(
  ...Object.entries(steps).map(([name, one]) => ({
    weight: weights[name as keyof Steps],
    arbitrary: (one as fc.Arbitrary<object>).map((rest) => ({ do: name, ...rest }) as Step),
  })),
)

export interface Life {
  orders: { who: number; by: LivedOrder['by']; plan: Plan; isBought: boolean }[]
  steps: Step[]
  /** Whether the webhooks about payments finally arrive; those about disputes always do. */
  hears: boolean
}

/** The actions of two buyers, their banks, the providers and the network, in any order. */
export const lives: fc.Arbitrary<Life> = fc.record({
  orders: fc.array(order, { minLength: 1, maxLength: 3 }),
  steps: fc.array(step, { minLength: 8, maxLength: 18 }),
  hears: fc.boolean(),
})

export interface LivedOrder extends TrialOrder {
  by: ProcessorId
}

/** Plays a life step by step against the worker and the sandbox. */
export class Living {
  readonly orders: LivedOrder[] = []
  /** Successes reported to callers without a right to them. */
  readonly lies: string[] = []
  now: number
  private comparedAt: number
  private readonly sandbox: PaymentsSandbox
  private readonly buyers: readonly Buyer[]

  constructor(sandbox: PaymentsSandbox, buyers: readonly Buyer[], now: number) {
    this.sandbox = sandbox
    this.buyers = buyers
    this.now = now
    this.comparedAt = now
    sandbox.clock.set(now)
    for (const one of buyers) one.now = now
  }

  async order({ who, by, plan, isBought }: Life['orders'][number]): Promise<void> {
    const buyer = pick(this.buyers, who)
    if (!buyer) return
    const order = { ...(await trials[by].order(buyer, plan)), by, plan, buyer }
    this.orders.push(order)
    if (!isBought) return
    await trials[by].pay(this.sandbox, order, 'taken')
    if (trials[by].needsNotice) await this.tell(this.sandbox.webhooks.events().length - 1, true)
    await this.confirm(order, buyer, null, 1)
  }

  async take(one: Step): Promise<void> {
    switch (one.do) {
      case 'pay':
        return asFarAsAllowed(() => {
          const order = pick(this.orders, one.order)
          return order && trials[order.by].pay(this.sandbox, order, one.how)
        })
      case 'confirm': {
        const order = pick(this.orders, one.order)
        const who = this.buyers.find((buyer) => (buyer === order?.buyer) === one.isOwn)
        return this.confirm(order, who, one.plan, one.times)
      }
      case 'money':
        return asFarAsAllowed(() => pick(changesOf(this.sandbox), one.payment)?.(one.change))
      case 'fault': {
        const { path, answer, commit, times } = one
        return this.sandbox.fail({ path, answer: answer as 'lost', commit, times })
      }
      case 'tell':
        return this.tell(one.event, one.follow)
      case 'rush': {
        const order = pick(this.orders, one.order)
        const told = this.tell(one.event, true)
        await Promise.all([this.confirm(order, order?.buyer, null, 3), told, this.sweep()])
        return
      }
      case 'sweep':
        return this.sweep()
      case 'pass':
        return this.pass(one.minutes)
    }
  }

  /** Ends all faults, confirms payments that wait for a block, and runs the crons for three days. */
  async end(hears: boolean): Promise<void> {
    this.sandbox.faults.clear()
    forgetAll()
    for (const { id } of this.sandbox.btcpay.invoices()) this.sandbox.btcpay.confirm(id)
    for (const [at, event] of this.sandbox.webhooks.events().entries()) {
      if (!event.delivered && (hears || /dispute/i.test(event.type))) await this.tell(at, true)
    }
    for (const minutes of [10, 26 * 60, 26 * 60, 26 * 60]) {
      await this.pass(minutes)
      await this.sweep()
    }
  }

  private async confirm(
    order: LivedOrder | undefined,
    who: Buyer | undefined,
    claimed: Plan | null,
    times: number,
  ): Promise<void> {
    if (!order || !who) return
    const { confirm, confirmsPlan } = trials[order.by]
    const plan = claimed ?? order.plan
    const ask = () => confirm(this.sandbox, who, order, plan)
    const answers = await Promise.all(Array.from({ length: times }, ask))
    const isRight = who === order.buyer && (!confirmsPlan || plan === order.plan)
    if (!isRight && answers.some(({ success }) => success)) this.lies.push(`${order.by} ${order.id}`)
  }

  private async tell(which: number, follow: boolean): Promise<void> {
    const event = pick(this.sandbox.webhooks.events(), which)
    if (event) await tellWebhook(this.sandbox, event, this.now, follow)
  }

  private async sweep(): Promise<void> {
    const { ctx } = withoutQueues(await jobContext(this.now))
    await sweepWebhooks(ctx)
    await sweepOrders(ctx)
  }

  private async pass(minutes: number): Promise<void> {
    const until = this.now + minutes * minute
    for (let night = this.comparedAt + day; night <= until; night += day) {
      this.travelTo(night)
      this.comparedAt = night
      // A new isolate, which knows of no outage.
      forgetAll()
      await reconcile(withoutQueues(await jobContext(night)).ctx)
    }
    this.travelTo(until)
  }

  private travelTo(time: number): void {
    this.sandbox.clock.travel(time - this.now)
    this.now = time
    for (const one of this.buyers) one.now = time
  }
}

/** Delivers a webhook, and follows it up unless its message is lost. */
export async function tellWebhook(
  sandbox: PaymentsSandbox,
  event: WebhookEvent,
  now: number,
  follow: boolean,
): Promise<void> {
  const { ctx } = withoutQueues(await jobContext(now))
  const request = await sandbox.webhooks.request(event)
  await receiveWebhook(ctx, event.provider, await deliveryOf(request))
  event.delivered = true
  if (follow) await followWebhook(ctx, event.provider, event.id)
}

/** Begins a life with two buyers in an empty world. Earlier rows are changed so that no cron selects them. */
export async function beginAnew({ state, faults, clock }: PaymentsSandbox): Promise<[Buyer, Buyer]> {
  const db = testDb()
  const { events, ...books } = emptyState()
  for (const [name, empty] of Object.entries(books)) Object.assign(state[name as keyof typeof books], empty)
  state.events.length = 0
  faults.clear()
  clock.reset()
  forgetAll()
  await db.batch([
    db.update(payOrders).set({ nextCheckAt: null, createdAt: 0 }),
    db.update(payments).set({ providerCreatedAt: 0 }),
    db.update(webhookEvents).set({ nextAttemptAt: null }),
    db.update(claims).set({ nextCheckAt: null }),
    // Rows of lives that went further into the future.
    db.delete(paymentBooks),
    db.delete(leases),
  ])
  return [await buyer(), await buyer()]
}

export function pick<Item>(all: readonly Item[], which: number): Item | undefined {
  return all[which % all.length]
}

/** Returns functions that change each payment of all processors. */
function changesOf(sandbox: PaymentsSandbox): ((change: MoneyChange) => void)[] {
  return processorIds.flatMap((id) => trials[id].changes(sandbox))
}

/** Ignores actions that a provider doesn't allow. */
async function asFarAsAllowed(act: () => unknown): Promise<void> {
  try {
    await act()
  } catch (error) {
    const refusals = processorIds.flatMap((id) => trials[id].refusals)
    if (!refusals.some((kind) => error instanceof kind)) throw error
  }
}
