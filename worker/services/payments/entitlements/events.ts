import { type EventRow, eventsOf, grantOf } from '#db/queries/payments/entitlements'
import type { PaymentRow } from '#db/queries/payments/payments'
import type { ServiceContext } from '../../context'
import { append, isLostRace, triesAtMost } from './append'

export interface PaymentEvent {
  payment: PaymentRow
  kind: 'revoke' | 'hold' | 'release'
  /** Makes the event unique: `refund`, or a dispute with its stage. */
  cause: string
}

/**
 * Revokes, holds or releases the term that a payment granted. `nothing`: no grant, or no hold to release;
 * whether the payment may still grant depends on its status.
 */
export async function recordEvent(
  ctx: ServiceContext,
  { payment, kind, cause }: PaymentEvent,
): Promise<'recorded' | 'already' | 'nothing'> {
  const { db } = ctx
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const [granted] = await grantOf(db, payment.id)
    if (!granted) return 'nothing'
    const events = await eventsOf(db, granted.userId)
    const isSame = (event: (typeof events)[number]) =>
      event.source === payment.id && event.kind === kind && event.cause === cause
    if (events.some(isSame)) return 'already'
    if (kind === 'release' && heldSince(events, payment.id) === null) return 'nothing'
    const event = { userId: granted.userId, kind, source: payment.id, cause, days: 0, plan: payment.plan }
    const { statements } = append(ctx, events, event)
    const [first, ...rest] = statements
    if (!first) throw new Error('An event has statements')
    try {
      await db.batch([first, ...rest])
      return 'recorded'
    } catch (error) {
      if (!isLostRace(error)) throw error
    }
  }
  throw new Error(`The ${kind} of payment ${payment.id} lost every race`)
}

/** Returns when the current hold on a payment began; null when there is none. */
export function heldSince(
  events: readonly Pick<EventRow, 'kind' | 'source' | 'at'>[],
  paymentId: string,
): number | null {
  const own = events.filter((event) => event.source === paymentId)
  const released = own.findLastIndex(({ kind }) => kind === 'release')
  return own.slice(released + 1).find(({ kind }) => kind === 'hold')?.at ?? null
}
