import * as z from 'zod'
import { providerNames } from '#contract/values/payments/method-names'
import { type PaymentProviderId, paymentProviders } from '#contract/values/payments/payments'
import { hour, minute } from '#contract/values/shared/time'
import {
  dueWebhooks,
  finishWebhook,
  insertWebhook,
  postponeWebhook,
  webhookById,
} from '#db/queries/payments/webhooks'
import { AppError, notFound } from '#worker/errors'
import {
  type Processor,
  ProviderDown,
  type WebhookAnswer,
  type WebhookNotice,
  type WebhookRequest,
} from '#worker/integrations/payments/provider'
import type { ServiceContext } from '../../context'
import { nudge } from '../../shared/send'
import { raiseAlert } from '../alerts'
import { processorOf } from '../processors'
import { followBinding } from './bindings'
import { followDispute } from './disputes'
import { followReturned } from './returned'
import { settleById, settleByOrderId } from './settle-by-id'

/** Messages arrive within seconds; an older event has lost its message. */
const sweepAfter = minute
/** Waits after the first, second, … try. */
const waits = [1, 2, 5, 15, 60].map((minutes) => minutes * minute)
/** Attempts after which administrators are alerted; about a day. */
const stuckAfter = 24
const atOnce = 20

/** The parts of a delivery that are kept: IDs to look up. The body, which names the payer, isn't stored. */
const subjects = z.object({
  orders: z.array(z.string()),
  payments: z.array(z.string()),
  disputes: z.array(z.string()),
  bindings: z
    .array(
      z.object({
        orderId: z.string(),
        providerPaymentId: z.string(),
        amountMinor: z.number(),
        currency: z.string(),
        periodDays: z.number(),
      }),
    )
    .default([]),
  returned: z
    .array(z.object({ providerPaymentId: z.string(), kind: z.enum(['refunded', 'reversed']) }))
    .default([]),
})

export function isProvider(name: string): name is PaymentProviderId {
  return (paymentProviders as readonly string[]).includes(name)
}

/** The outcome of a delivery; `answer` is the provider's own form, where it isn't JSON. */
export interface ReceivedWebhook {
  isAccepted: boolean
  answer: WebhookAnswer | null
}

/** Stores a provider's webhook and answers at once; its subject is looked up afterwards. */
export async function receiveWebhook(
  ctx: ServiceContext,
  provider: string,
  request: WebhookRequest,
): Promise<ReceivedWebhook> {
  const processor = isProvider(provider) ? processorOf(ctx, provider) : null
  if (!processor) throw notFound('This address')
  const notice = await readNotice(processor, request)
  if (!notice) return { isAccepted: false, answer: processor.answers?.refused ?? null }
  await keepNotice(ctx, processor, notice)
  return { isAccepted: true, answer: processor.answers?.accepted ?? null }
}

async function keepNotice(ctx: ServiceContext, processor: Processor, notice: WebhookNotice): Promise<void> {
  const { eventId, type, orders, payments, disputes, bindings, returned } = notice
  await insertWebhook(ctx.db, {
    provider: processor.id,
    eventId,
    type,
    body: JSON.stringify({ orders, payments, disputes, bindings, returned }),
    receivedAt: ctx.now,
    nextAttemptAt: ctx.now + sweepAfter,
  })
  const [row] = await webhookById(ctx.db, processor.id, eventId)
  // Also for an event that was stored before: that request may have died before queueing it.
  if (row?.status !== 'received') return
  await nudge(ctx.jobs, { job: 'webhook', provider: processor.id, eventId })
}

async function readNotice(processor: Processor, request: WebhookRequest): Promise<WebhookNotice | null> {
  try {
    return await processor.readWebhook(request)
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    throw new AppError('unavailable', 'Please send this again later.', { retryAfter: 60, cause: error })
  }
}

/** Processes a stored webhook. It is marked done only when all its effects are stored. Safe to repeat. */
export async function followWebhook(
  ctx: ServiceContext,
  provider: PaymentProviderId,
  eventId: string,
): Promise<void> {
  const [row] = await webhookById(ctx.db, provider, eventId)
  if (row?.status !== 'received') return
  const processor = processorOf(ctx, provider)
  if (!processor) {
    // Left due, a few of these would block the sweep.
    await postponeWebhook(ctx.db, provider, eventId, 'not-configured', ctx.now + hour)
    return
  }
  const { orders, payments, disputes, bindings, returned } = subjects.parse(JSON.parse(row.body))
  try {
    const known = [
      ...(await each(bindings, (binding) => followBinding(ctx, processor, binding))),
      ...(await each(orders, (id) => settleByOrderId(ctx, processor, id))),
      ...(await each(payments, (id) => settleById(ctx, processor, id))),
      ...(await each(disputes, (id) => followDispute(ctx, processor, id))),
      ...(await each(returned, (one) => followReturned(ctx, processor, one))),
    ]
    const isOrphan = known.length > 0 && !known.includes(true)
    await finishWebhook(ctx.db, provider, eventId, isOrphan ? 'orphan' : 'done')
  } catch (error) {
    const next = ctx.now + (waits[row.attempts] ?? hour)
    const code = error instanceof ProviderDown ? error.code : 'fault'
    await postponeWebhook(ctx.db, provider, eventId, code, next)
    if (row.attempts + 1 === stuckAfter) {
      await raiseAlert(ctx, {
        dedupeKey: `webhook:${provider}:${eventId}`,
        kind: 'stuck',
        text: `A notice of ${providerNames[provider]} (${row.type}) couldn't be processed: ${code}. We'll retry every hour.`,
      })
    }
    // The inbox covers an outage of the provider; the queue retries any other error and makes it visible.
    if (!(error instanceof ProviderDown)) throw error
  }
}

/** Runs in sequence: an order and its payment are about the same money. */
async function each<Subject>(
  subjects: readonly Subject[],
  settle: (subject: Subject) => Promise<boolean>,
): Promise<boolean[]> {
  const known: boolean[] = []
  for (const subject of subjects) known.push(await settle(subject))
  return known
}

/** Processes events that the queue lost or a provider's outage left. */
export async function sweepWebhooks(ctx: ServiceContext): Promise<void> {
  const due = await dueWebhooks(ctx.db, ctx.now, atOnce)
  const failures: unknown[] = []
  for (const { provider, eventId } of due) {
    await followWebhook(ctx, provider, eventId).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}
