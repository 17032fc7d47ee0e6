import { type Coin, coinFacts } from '#contract/values/payments/payments'
import { type Plan, yearlySaving } from '#contract/values/payments/prices'

/**
 * Returns whether a year saves as much in this coin as the plan's badge says. Coin amounts are set
 * independently.
 */
export function savesAsShown(coin: Coin, price: Record<Plan, number>): boolean {
  const { monthly, yearly } = coinFacts[coin].amounts
  const share = Number((10_000n * BigInt(yearly)) / (12n * BigInt(monthly)))
  return Math.round(100 - share / 100) >= yearlySaving(price)
}
