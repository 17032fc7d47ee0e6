import type { Offer, PaymentAnswer } from '#contract/schemas/payments/payments'
import { methodNames } from '#contract/values/payments/method-names'
import { type MethodOffer, offeredCurrencies } from '#contract/values/payments/offers'
import { type PaymentMethod, redirectMethods } from '#contract/values/payments/payments'
import type { Currency } from '#contract/values/payments/prices'
import { isOfferedAt } from '#worker/policy/regions'
import type { Settings } from '#worker/storage/settings-store'
import type { ServiceContext } from '../../context'
import { refusal } from '../answers'
import { processorIdFor } from '../processors'

/** Returns the operator's offers for the place that the request comes from, in the order of the chooser. */
export function offersFor(ctx: ServiceContext, settings: Settings): Offer[] {
  return settings.paymentMethods
    .filter((offer) => isOfferedAt(ctx.client.place, offer.countries) && isShown(ctx, settings, offer))
    .map((offer) => ({ method: offer.method, currencies: [...offeredCurrencies(offer)] }))
    .filter(({ currencies }) => currencies.length > 0)
}

/**
 * Returns whether a method is shown: cards, only under the card rules. Methods of the specification are shown
 * as unavailable where they aren't set up; the others aren't shown then.
 */
function isShown(ctx: ServiceContext, settings: Settings, { method }: MethodOffer): boolean {
  if (method === 'card' && !settings.cardPaymentsEnabled) return false
  return !redirectMethods.some((each) => each === method) || processorIdFor(ctx, settings, method) !== null
}

/** Returns whether the operator turned a method off, for all countries. */
export function isTurnedOff({ settings }: ServiceContext, method: PaymentMethod): boolean {
  return settings.paymentMethods.some((each) => each.method === method && !each.offered)
}

/**
 * Refuses a method or currency that isn't offered where the buyer is. A payment already made still counts.
 */
export function refuseUnoffered(
  ctx: ServiceContext,
  settings: Settings,
  method: PaymentMethod,
  currency: Currency,
): (PaymentAnswer & { success: false }) | null {
  const offer = offersFor(ctx, settings).find((each) => each.method === method)
  if (!offer) return refusal('unavailable')
  if (offer.currencies.includes(currency)) return null
  const message = `${methodNames[method]} can't take ${currency}. Switch to ${offer.currencies[0]} or choose another method.`
  return refusal('unsupported_currency', message)
}
