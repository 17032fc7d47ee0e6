import type { PaymentProviderId } from '../../../../contract/values/payments/payments'
import { grantGuard } from '../../../../db/queries/payments/entitlements'
import type { Processor } from '../../../integrations/payments/provider'
import { providersOf } from '../../../integrations/payments/registry'
import { isolateState } from '../../../isolate-state'
import { log } from '../../../log'
import type { ServiceContext } from '../../context'

/** Returns null for a provider that isn't set up or takes no orders. */
export function processorOf(ctx: ServiceContext, provider: PaymentProviderId): Processor | null {
  const processors: Partial<Record<PaymentProviderId, Processor | null>> = providersOf(ctx)
  return processors[provider] ?? null
}

export function processorsOf(ctx: ServiceContext): Processor[] {
  return Object.values(providersOf(ctx)).filter((processor) => processor !== null)
}

/** One flag. Stays true once the trigger was seen. */
const guarded = isolateState(() => false)

/**
 * Tells whether the database refuses a grant without a captured payment. If a migration lost that trigger,
 * every payment method is unavailable.
 */
export async function isGuarded(ctx: ServiceContext): Promise<boolean> {
  if (guarded.value) return true
  guarded.value = (await grantGuard(ctx.db)).length > 0
  if (!guarded.value) log('error', 'payments.unguarded')
  return guarded.value
}
