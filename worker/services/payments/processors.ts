import type { PaymentMethod, PaymentProviderId } from '#contract/values/payments/payments'
import { isProcessor, type ProcessorId, processorIds } from '#contract/values/payments/processors'
import { grantGuard } from '#db/queries/payments/entitlements'
import { createProcessor, processorsFor } from '#processors/adapters'
import type { Processor } from '../../integrations/payments/provider'
import { isolateState } from '../../isolate-state'
import { log } from '../../log'
import type { Settings } from '../../storage/settings-store'
import type { ServiceContext } from '../context'

/** Returns null for a provider that isn't set up or takes no orders. */
export function processorOf(ctx: ServiceContext, provider: PaymentProviderId): Processor | null {
  return isProcessor(provider) ? createProcessor(ctx, provider) : null
}

/** Returns every processor that is set up. */
export function processorsOf(ctx: ServiceContext): Processor[] {
  return processorIds.map((id) => createProcessor(ctx, id)).filter((processor) => processor !== null)
}

/** Returns the processor that takes the orders of a method: the operator's choice, if it is set up. */
export function processorIdFor(
  { config }: ServiceContext,
  { cardProcessor }: Pick<Settings, 'cardProcessor'>,
  method: PaymentMethod,
): ProcessorId | null {
  const ids = processorsFor(config.payments, method)
  return ids.find((id: string) => id === cardProcessor) ?? ids[0] ?? null
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
