import type { PaymentProviderId } from '../../../../contract/values/payments/payments'
import { grantGuard } from '../../../../db/queries/payments/entitlements'
import type { Processor } from '../../../integrations/payments/provider'
import { providersOf } from '../../../integrations/payments/registry'
import { log } from '../../../log'
import type { ServiceContext } from '../../context'

/** Null for one that isn't set up, and for what takes no orders. */
export function processorOf(ctx: ServiceContext, provider: PaymentProviderId): Processor | null {
  const processors: Partial<Record<PaymentProviderId, Processor | null>> = providersOf(ctx)
  return processors[provider] ?? null
}

export function processorsOf(ctx: ServiceContext): Processor[] {
  return Object.values(providersOf(ctx)).filter((processor) => processor !== null)
}

/** Once it was there, in this isolate. */
let guarded = false

/**
 * Whether the database refuses a grant without a captured payment. A migration that lost the trigger must not sell:
 * without it, every method is unavailable.
 */
export async function isGuarded(ctx: ServiceContext): Promise<boolean> {
  if (guarded) return true
  guarded = (await grantGuard(ctx.db)).length > 0
  if (!guarded) log('error', 'payments.unguarded')
  return guarded
}
