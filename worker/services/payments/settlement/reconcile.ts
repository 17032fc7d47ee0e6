import { providerNames } from '#contract/values/payments/method-names'
import { day, dayName, dayOf, hour, minute } from '#contract/values/shared/time'
import { beginBooks, noteBooksRead } from '#db/queries/payments/books'
import { recheckOrders } from '#db/queries/payments/orders'
import { claimLease } from '#db/queries/shared/operations'
import {
  type ListedPayments,
  type ListLimit,
  type Processor,
  ProviderDown,
  type VerifiedPayment,
} from '#worker/integrations/payments/provider'
import type { ServiceContext } from '../../context'
import { raiseAlert } from '../alerts'
import { processorsOf } from '../processors'
import { compare, compareWithList, isSame, ours } from './compare-books'
import { settleById } from './settle-by-id'

const looksBack = 3 * day
/** How far back books are read again after nights that failed. */
const readsBack = 7 * day
/** How late a sale may be listed. */
const listsLate = hour
/** A page has a hundred payments. */
const pagesAtMost = 50
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

/** Continues with processors that list a day at a time, where the nights have left more than a day. */
export async function catchUp(ctx: ServiceContext): Promise<void> {
  for (const processor of processorsOf(ctx)) {
    const { listLimit } = processor
    if (listLimit) await listed(ctx, processor, listLimit.period + minute)
  }
}

async function reconcileWith(ctx: ServiceContext, processor: Processor): Promise<void> {
  const { payments, complete, differing } = await listed(ctx, processor)
  const seen = new Set(payments.map((payment) => payment.providerPaymentId))
  const before = await ours(ctx, processor, ctx.now - looksBack)
  const left = [...before.keys()].filter((id) => !seen.has(id))
  await lookUp(ctx, processor, turned(left, ctx.now).slice(0, Math.max(lookUpsAtMost - differing.length, 0)))
  await compare(ctx, processor, before, await ours(ctx, processor, ctx.now - looksBack))
  const all = differing.length + left.length
  // Without the permission to list, it is empty every day.
  const isCut = !complete && payments.length > 0
  // Later runs continue with processors that list a day at a time, and a returned payment is listed on the
  // day of its return.
  if (isCut || (!processor.listLimit && all > lookUpsAtMost)) {
    const text = `${providerNames[processor.id]} didn't list all of its payments, or too many differ from ours: of ${all} to be looked up one by one, at most ${lookUpsAtMost} are in a day.`
    await tellIncomplete(ctx, processor, 'list', text)
  }
}

interface Listed extends ListedPayments {
  /** Payments that differed from ours. */
  differing: VerifiedPayment[]
  /** Differing payments that weren't looked up, oldest first. */
  leftOut: VerifiedPayment[]
}

const nothingListed: Listed = { payments: [], complete: true, differing: [], leftOut: [] }

/**
 * Compares a processor's list with our books, if at least `atLeast` of it is unread. If the list can't be
 * read, known payments can still be looked up.
 */
async function listed(ctx: ServiceContext, processor: Processor, atLeast = minute): Promise<Listed> {
  const { id, listLimit } = processor
  try {
    return listLimit
      ? await readOn(ctx, processor, listLimit, atLeast)
      : await compareList(ctx, processor, ctx.now - looksBack, ctx.now)
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    const text = `The books of ${providerNames[id]} couldn't be read (${error.code}). The next comparison reads them.`
    await tellIncomplete(ctx, processor, 'books', text)
    return nothingListed
  }
}

/** Compares the oldest unread period, up to the first payment that couldn't be looked up. */
async function readOn(
  ctx: ServiceContext,
  processor: Processor,
  { period, pause }: ListLimit,
  atLeast: number,
): Promise<Listed> {
  const { id } = processor
  const settled = ctx.now - listsLate
  // Books that were never read are read from one period ago.
  const [row] = await beginBooks(ctx.db, id, settled - period)
  const read = row?.readUntil ?? settled
  const since = Math.max(read, ctx.now - readsBack)
  const until = Math.min(since + period, settled)
  if (settled - since < atLeast) return nothingListed
  // Held for as long as another call would be refused.
  const [asked] = await claimLease(ctx.db, `books:${id}`, ctx.now, ctx.now + pause)
  if (!asked) return nothingListed
  const list = await compareList(ctx, processor, since, until)
  if (read < since) {
    const text = `The books of ${providerNames[id]} weren't read from ${nameOfTime(read)} to ${nameOfTime(since)} (UTC), which is too long ago to read them again. Compare these days on its site.`
    await tellIncomplete(ctx, processor, 'skipped', text, read)
  }
  // The next run begins at the first payment left out. If that were left out again, it would hold back all
  // others.
  for (const { providerPaymentId, status } of list.leftOut.filter(({ createdAt }) => createdAt <= since)) {
    const text = `${providerNames[id]} ${providerPaymentId} is ${status} in the provider's list, and couldn't be looked up. Look it up on the provider's site.`
    await raiseAlert(ctx, { dedupeKey: `passed:${id}:${providerPaymentId}`, kind: 'review', text })
  }
  const first = list.leftOut.find(({ createdAt }) => createdAt > since)
  await noteBooksRead(ctx.db, id, Math.min(first?.createdAt ?? until, until))
  return list
}

async function compareList(
  ctx: ServiceContext,
  processor: Processor,
  since: number,
  until: number,
): Promise<Listed> {
  const { payments: newestFirst, complete } = await processor.list(since, until, pagesAtMost)
  const payments = newestFirst.toReversed()
  // Providers report whole seconds, so that one of the first second is older than the period.
  const before = await ours(ctx, processor, since - day)
  // A list shows that a payment differs; only the payment itself shows how.
  const differing = payments.filter((payment) => !isSame(payment, before.get(payment.providerPaymentId)))
  const due = differing.slice(0, lookUpsAtMost).map((payment) => payment.providerPaymentId)
  const lookedUp = await lookUp(ctx, processor, due)
  const leftOut = new Set(differing.filter((payment) => !lookedUp.has(payment.providerPaymentId)))
  const after = await ours(ctx, processor, since - day)
  await compare(ctx, processor, before, after)
  await compareWithList(
    ctx,
    processor,
    payments.filter((payment) => !leftOut.has(payment)),
    after,
  )
  return { payments, complete, differing, leftOut: [...leftOut] }
}

/** Looks payments up one by one, and returns those that the provider answered about. */
async function lookUp(ctx: ServiceContext, processor: Processor, ids: string[]): Promise<Set<string>> {
  const lookedUp = new Set<string>()
  for (const id of ids) {
    try {
      await settleById(ctx, processor, id)
      lookedUp.add(id)
    } catch (error) {
      if (!(error instanceof ProviderDown)) throw error
      const text = `Payments of ${providerNames[processor.id]} couldn't be looked up, such as ${id} (${error.code}). The next comparison tries again.`
      await tellIncomplete(ctx, processor, 'look-up', text)
    }
  }
  return lookedUp
}

/**
 * Rotates the IDs, so that each day starts elsewhere and a payment left out once is checked before it is too
 * old.
 */
function turned(ids: string[], now: number): string[] {
  const start = (Math.floor(now / day) * lookUpsAtMost) % Math.max(ids.length, 1)
  return [...ids.slice(start), ...ids.slice(0, start)]
}

/** Alerts administrators to an incomplete comparison: once a day, or once for each `when`. */
async function tellIncomplete(
  ctx: ServiceContext,
  { id }: Processor,
  what: string,
  text: string,
  when: string | number = dayName(dayOf(ctx.now)),
): Promise<void> {
  await raiseAlert(ctx, { dedupeKey: `${what}:${id}:${when}`, kind: 'incomplete', text })
}

/** `2026-11-21 17:05` */
function nameOfTime(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ')
}
