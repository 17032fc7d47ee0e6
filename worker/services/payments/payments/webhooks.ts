import * as z from 'zod'
import { type PaymentProviderId, paymentProviders } from '../../../../contract/values/payments/payments'
import { hour, minute } from '../../../../contract/values/shared/time'
import {
  dueWebhooks,
  finishWebhook,
  insertWebhook,
  postponeWebhook,
  webhookById,
} from '../../../../db/queries/payments/webhooks'
import { AppError, notFound } from '../../../errors'
import { type Processor, ProviderDown } from '../../../integrations/payments/provider'
import { describeError, log } from '../../../log'
import type { ServiceContext } from '../../context'
import { raiseAlert } from './alerts'
import { followDispute } from './disputes'
import { processorOf } from './processors'
import { settleById, settleByOrderId } from './settle-by-id'

/** A queue's message arrives within seconds; what waits longer has lost its own. */
const sweepAfter = minute
/** Waits after the first, second, … try. */
const waits = [1, 2, 5, 15, 60].map((minutes) => minutes * minute)
/** Tries after which an administrator hears of it; a day or so. */
const stuckAfter = 24
const atOnce = 20

/** What of a delivery is kept: ids to look up. Its text, which names the payer, is not. */
const subjects = z.object({
  orders: z.array(z.string()),
  payments: z.array(z.string()),
  disputes: z.array(z.string()),
})

export function isProvider(name: string): name is PaymentProviderId {
  return (paymentProviders as readonly string[]).includes(name)
}

/** Takes a provider's call down and answers at once; what it is about is looked up afterwards. */
export async function receiveWebhook(
  ctx: ServiceContext,
  provider: string,
  headers: Headers,
  body: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const processor = isProvider(provider) ? processorOf(ctx, provider) : null
  if (!processor) throw notFound('This address')
  const notice = await readNotice(processor, headers, body)
  const { eventId, type, orders, payments, disputes } = notice
  await insertWebhook(ctx.db, {
    provider: processor.id,
    eventId,
    type,
    body: JSON.stringify({ orders, payments, disputes }),
    receivedAt: ctx.now,
    nextAttemptAt: ctx.now + sweepAfter,
  })
  const [row] = await webhookById(ctx.db, processor.id, eventId)
  // Also when it was here before: whoever took it down may have died before sending for it.
  if (row?.status !== 'received') return
  await ctx.jobs.send({ job: 'webhook', provider: processor.id, eventId }).catch((error: unknown) =>
    // The sweep finds it.
    log('warn', 'payments.webhook-not-queued', { provider, ...describeError(error) }),
  )
}

async function readNotice(processor: Processor, headers: Headers, body: Uint8Array<ArrayBuffer>) {
  try {
    const notice = await processor.readWebhook(headers, body)
    if (notice) return notice
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    throw new AppError('unavailable', 'Please send this again later.', { retryAfter: 60, cause: error })
  }
  throw new AppError('invalid_input', 'This is not signed as it should be.')
}

/** Follows up what a provider called about. Done only after everything it led to is stored; repeated, it changes nothing. */
export async function followWebhook(
  ctx: ServiceContext,
  provider: PaymentProviderId,
  eventId: string,
): Promise<void> {
  const [row] = await webhookById(ctx.db, provider, eventId)
  if (row?.status !== 'received') return
  const processor = processorOf(ctx, provider)
  if (!processor) {
    // Left due, a few of these would keep the sweep from everything else.
    await postponeWebhook(ctx.db, provider, eventId, 'not-configured', ctx.now + hour)
    return
  }
  const { orders, payments, disputes } = subjects.parse(JSON.parse(row.body))
  try {
    const known = [
      ...(await each(orders, (id) => settleByOrderId(ctx, processor, id))),
      ...(await each(payments, (id) => settleById(ctx, processor, id))),
      ...(await each(disputes, (id) => followDispute(ctx, processor, id))),
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
        text: `A notice of ${provider} (${row.type}) can't be followed up: ${code}. It is tried again every hour.`,
      })
    }
    // The inbox is the memory of a provider that is down; anything else the queue should bring back, and show.
    if (!(error instanceof ProviderDown)) throw error
  }
}

/** In turn: what names an order and its payment is about the same money. */
async function each(ids: string[], settle: (id: string) => Promise<boolean>): Promise<boolean[]> {
  const known: boolean[] = []
  for (const id of ids) known.push(await settle(id))
  return known
}

/** What the queue lost, and what a provider's outage left. */
export async function sweepWebhooks(ctx: ServiceContext): Promise<void> {
  const due = await dueWebhooks(ctx.db, ctx.now, atOnce)
  const failures: unknown[] = []
  for (const { provider, eventId } of due) {
    await followWebhook(ctx, provider, eventId).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}
