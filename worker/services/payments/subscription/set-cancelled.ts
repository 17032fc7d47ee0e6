import type { Subscription } from '#contract/schemas/payments/payments'
import { setCancelled } from '#db/queries/payments/subscription'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { getSubscription } from './get'

/** Cancels the subscription: no reminders, and access until the end of the term. Buying again reverses it. */
export function cancelSubscription(ctx: UserContext): Promise<Subscription> {
  return change(ctx, true)
}

export function resumeSubscription(ctx: UserContext): Promise<Subscription> {
  return change(ctx, false)
}

async function change(ctx: UserContext, cancelled: boolean): Promise<Subscription> {
  const changed = await setCancelled(ctx.db, ctx.actor.id, cancelled, ctx.now)
  if (changed.length === 0) throw new AppError('conflict', "You don't have an active membership.")
  return getSubscription(ctx)
}
