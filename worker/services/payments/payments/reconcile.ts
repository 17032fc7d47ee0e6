import { providerNames } from '../../../../contract/values/payments/method-names'
import { day, dayName, dayOf } from '../../../../contract/values/shared/time'
import { booksRead, noteBooksRead } from '../../../../db/queries/payments/books'
import { recheckOrders } from '../../../../db/queries/payments/orders'
import { paymentsBetween } from '../../../../db/queries/payments/payments'
import { claimLease } from '../../../../db/queries/shared/operations'
import {
  type ListedPayments,
  type ListLimit,
  type Processor,
  ProviderDown,
  type VerifiedPayment,
} from '../../../integrations/payments/provider'
import type { ServiceContext } from '../../context'
import { raiseAlert } from './alerts'
import { processorsOf } from './processors'
import { settleById } from './settle-by-id'

const looksBack = 3 * day
/** How far back nights that came to nothing are read again. */
const readsBack = 7 * day
/** A page has a hundred payments. */
const pagesAtMost = 50
/** Time for a new payer to claim the payment first. */
const claimTime = 3600_000
/** Payments looked up one by one per run, each with up to three calls and about twenty statements. */
const lookUpsAtMost = 40

/**
 * Compares the last three days with the providers' books, once a day. Fetches missing payments, corrects
 * differences, and alerts administrators to each.
 */
export async function reconcile(ctx: ServiceContext): Promise<void> {
  for (const processor of processorsOf(ctx)) await reconcileWith(ctx, processor)
  // A provider that can't list payments can still show each order.
  await recheckOrders(ctx.db, ctx.now - looksBack, ctx.now)
}

/** Goes on with processors that list a day at a time, where the nights have left more than that. */
export async function catchUp(ctx: ServiceContext): Promise<void> {
  for (const processor of processorsOf(ctx)) {
    const { listLimit } = processor
    if (listLimit && (await readUntil(ctx, processor, listLimit)) < ctx.now - listLimit.period)
      await reconcileWith(ctx, processor)
  }
}

async function reconcileWith(ctx: ServiceContext, processor: Processor): Promise<void> {
  try {
    await compareBooks(ctx, processor)
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    await unread(ctx, processor, error)
  }
}

async function compareBooks(ctx: ServiceContext, processor: Processor): Promise<void> {
  const period = await duePeriod(ctx, processor)
  const since = Math.min(period.since, ctx.now - looksBack)
  const before = await ours(ctx, processor, since)
  const list = await listed(ctx, processor, period)
  const { payments, complete } = list ?? nothingListed
  // A list shows that something differs; only the payment itself shows what.
  const differing = payments.filter((payment) => !isSame(payment, before.get(payment.providerPaymentId)))
  const seen = new Set(payments.map((payment) => payment.providerPaymentId))
  const left = [...before.keys()].filter((id) => !seen.has(id))
  const due = [...differing.map((payment) => payment.providerPaymentId), ...turned(left, ctx.now)]
  const lookedUp = new Set(due.slice(0, lookUpsAtMost))
  for (const id of lookedUp) await settleById(ctx, processor, id)
  const after = await ours(ctx, processor, since)
  await compare(ctx, processor, before, after)
  await compareWithList(
    ctx,
    processor,
    payments.filter(({ providerPaymentId: id }) => after.has(id) || lookedUp.has(id)),
    after,
  )
  // Without the permission to list, it is empty every day.
  const isCut = !complete && payments.length > 0
  if (isCut || due.length > lookUpsAtMost) {
    const text = `${providerNames[processor.id]} didn't list all of its payments, or too many differ from ours: of ${due.length} to be looked up one by one, at most ${lookUpsAtMost} are in a day.`
    await raiseAlert(ctx, { dedupeKey: `list:${processor.id}:${today(ctx)}`, kind: 'incomplete', text })
  }
  if (list) await noteRead(ctx, processor, period)
}

interface Period {
  since: number
  until: number
  /** From when on the books were not read and won't be. */
  skippedFrom?: number
}

const nothingListed: ListedPayments = { payments: [], complete: false }

/** Returns the period to list: of processors that give less than the three days, the oldest that wasn't read. */
async function duePeriod(ctx: ServiceContext, processor: Processor): Promise<Period> {
  const { listLimit } = processor
  if (!listLimit) return { since: ctx.now - looksBack, until: ctx.now }
  const read = await readUntil(ctx, processor, listLimit)
  const since = Math.max(Math.min(read, ctx.now - listLimit.period), ctx.now - readsBack)
  return { since, until: since + listLimit.period, ...(read < since && { skippedFrom: read }) }
}

/** One whose books were never read is read from now on. */
async function readUntil(ctx: ServiceContext, { id }: Processor, { period }: ListLimit): Promise<number> {
  const [row] = await booksRead(ctx.db, id, ctx.now - period)
  return row?.readUntil ?? ctx.now
}

async function noteRead(
  ctx: ServiceContext,
  { id, listLimit }: Processor,
  { since, until, skippedFrom }: Period,
): Promise<void> {
  if (!listLimit) return
  const noted = noteBooksRead(ctx.db, id, until)
  if (skippedFrom === undefined) return void (await noted)
  const text = `The books of ${providerNames[id]} weren't read from ${nameOfDay(skippedFrom)} to ${nameOfDay(since)}, which is too long ago to read them again. Compare these days on its site.`
  await ctx.db.batch([
    raiseAlert(ctx, { dedupeKey: `skipped:${id}:${skippedFrom}`, kind: 'incomplete', text }),
    noted,
  ])
}

/** Starts elsewhere each day, so that a payment left out once is checked before it is too old. */
function turned(ids: string[], now: number): string[] {
  const start = (Math.floor(now / day) * lookUpsAtMost) % Math.max(ids.length, 1)
  return [...ids.slice(start), ...ids.slice(0, start)]
}

/** Null: nothing was read. Known payments can still be looked up. */
async function listed(
  ctx: ServiceContext,
  processor: Processor,
  { since, until }: Period,
): Promise<ListedPayments | null> {
  const { id, listLimit } = processor
  if (listLimit) {
    // Held for as long as another call would be refused.
    const [asked] = await claimLease(ctx.db, `books:${id}`, ctx.now, ctx.now + listLimit.pause)
    if (!asked) return null
  }
  try {
    return await processor.list(since, until, pagesAtMost)
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    await unread(ctx, processor, error)
    return null
  }
}

async function unread(ctx: ServiceContext, { id }: Processor, { code }: ProviderDown): Promise<void> {
  const text = `The books of ${providerNames[id]} couldn't be read (${code}). The next comparison reads them.`
  await raiseAlert(ctx, { dedupeKey: `books:${id}:${today(ctx)}`, kind: 'incomplete', text })
}

const wentBack = ['refunded', 'reversed']
const moneyMoved = ['captured', 'partially_refunded', ...wentBack]

/** Compares a payment with its row. Failed attempts don't matter, unless we took them for something else. */
function isSame(payment: VerifiedPayment, row: Entry | undefined): boolean {
  if (!row) return !moneyMoved.includes(payment.status)
  if (row.status !== payment.status || row.refundedMinor !== payment.refundedMinor) return false
  // The run that recorded it may have died before the term was stopped.
  if (wentBack.includes(row.status)) return row.grantedTo === null || row.stopped
  // A payment without an order waits for a claim: checking it again is pointless.
  return payment.status !== 'captured' || row.grantedTo !== null || row.orderId === null
}

type Entry = Awaited<ReturnType<typeof paymentsBetween>>[number]
type Books = Map<string, Entry>

async function ours(ctx: ServiceContext, processor: Processor, since: number): Promise<Books> {
  // Providers report whole seconds, and their clocks differ from ours.
  const rows = await paymentsBetween(ctx.db, processor.id, since, ctx.now + day)
  return new Map(rows.map((row) => [row.providerPaymentId, row]))
}

async function compare(
  ctx: ServiceContext,
  processor: Processor,
  before: Books,
  after: Books,
): Promise<void> {
  for (const [providerPaymentId, now] of after) {
    const then = before.get(providerPaymentId)
    const about = { paymentId: now.id, ...(now.orderId && { orderId: now.orderId }) }
    const name = `${providerNames[processor.id]} ${providerPaymentId}`
    const isCaptured = now.status === 'captured' || now.status === 'partially_refunded'
    if (isCaptured && now.grantedTo === null && ctx.now - now.paidAt > claimTime) {
      const text = `${name} was captured but not granted to anyone: a claim may be waiting for it, or it has no order.`
      await raiseAlert(ctx, { ...about, dedupeKey: `ungranted:${now.id}`, kind: 'ungranted', text })
    } else if (isCaptured && now.grantedTo !== null && then?.grantedTo == null) {
      const text = `${name} was captured but hadn't been granted. It has been now.`
      await raiseAlert(ctx, { ...about, dedupeKey: `repaired:${now.id}`, kind: 'repaired', text })
    }
    const isNews = then && (then.status !== now.status || then.stopped !== now.stopped)
    if (isNews && wentBack.includes(now.status)) {
      const text = `${name} is ${now.status} at the provider, and was ${then.status} here. Its term was stopped.`
      await raiseAlert(ctx, {
        ...about,
        dedupeKey: `returned:${now.id}:${now.status}`,
        kind: 'repaired',
        text,
      })
    }
  }
}

/**
 * Compares what a provider's list may know and its payments not: amounts, and money that went back. One that read as no
 * payment at all is money whose notice never came.
 */
async function compareWithList(
  ctx: ServiceContext,
  { id }: Processor,
  listed: readonly VerifiedPayment[],
  after: Books,
): Promise<void> {
  for (const { providerPaymentId, amountMinor, currency, status } of listed) {
    const row = after.get(providerPaymentId)
    const name = `${providerNames[id]} ${providerPaymentId}`
    if (!row && status === 'captured') {
      const text = `${name} is in the provider's list and paid for no order of ours, or not exactly. Its notice may be lost: have it sent again, or refund it.`
      await raiseAlert(ctx, { dedupeKey: `listed:${id}:${providerPaymentId}`, kind: 'ungranted', text })
    }
    if (row && wentBack.includes(status) && !wentBack.includes(row.status)) {
      const text = `${name} is ${status} in the provider's list, and ${row.status} by its own record and here. Look it up on the provider's site, and end its term if the money is gone.`
      await raiseAlert(ctx, {
        paymentId: row.id,
        dedupeKey: `listed:${row.id}:${status}`,
        kind: 'review',
        text,
      })
    }
    if (!row || amountMinor === null || currency !== row.currency || amountMinor === row.amountMinor) continue
    const text = `${name} is ${amountMinor} minor units of ${currency} in the provider's list, and ${row.amountMinor} here.`
    await raiseAlert(ctx, { paymentId: row.id, dedupeKey: `amount:${row.id}`, kind: 'review', text })
  }
}

function today(ctx: ServiceContext): string {
  return nameOfDay(ctx.now)
}

function nameOfDay(at: number): string {
  return dayName(dayOf(at))
}
