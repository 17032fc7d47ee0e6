import type { Subscription } from '#contract/schemas/payments/payments'
import { followedBy } from '#db/followed-by'
import { setCancelled } from '#db/queries/payments/subscription'
import { turnMailOn } from '#db/queries/shared/mail'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { getSubscription } from './get'

/** Cancels the subscription: no reminders, and access until the end of the term. Buying again reverses it. */
export async function cancelSubscription(ctx: UserContext): Promise<Subscription> {
  return changed(ctx, await setCancelled(ctx.db, ctx.actor.id, true, ctx.now))
}

/** Takes the cancellation back, and turns the reminder on where the settings had it off. */
export async function resumeSubscription(ctx: UserContext): Promise<Subscription> {
  const { actor, db, now } = ctx
  const [resumed] = await db.batch(
    followedBy(setCancelled(db, actor.id, false, now), ({ changed }) =>
      turnMailOn(db, actor.id, 'premium', changed),
    ),
  )
  return changed(ctx, resumed)
}

function changed(ctx: UserContext, rows: unknown[]): Promise<Subscription> {
  if (rows.length === 0) throw new AppError('conflict', "You don't have an active membership.")
  return getSubscription(ctx)
}
