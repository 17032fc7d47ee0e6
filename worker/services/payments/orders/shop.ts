import type { PremiumStock, Shop } from '#contract/schemas/payments/shop'
import { type Currency, currencies } from '#contract/values/payments/prices'
import { premiumStock } from '#db/queries/shared/premium-stock'
import { currencyOf } from '#worker/policy/currency-of'
import type { ServiceContext } from '../../context'
import { offersFor } from './offers'
import { readSetUp, takesMoney } from './set-up'

/** `chosen`: the currency that the browser remembers. */
export async function getShop(ctx: ServiceContext, chosen: string | undefined): Promise<Shop> {
  const [[stock]] = await ctx.near.batch([premiumStock(ctx.db)])
  if (!stock) throw new Error('A sum is one row')
  return shopWith(ctx, stock, chosen)
}

/** Returns the shop for a stock that was read with the rest of a page. */
export async function shopWith(
  ctx: ServiceContext,
  stock: PremiumStock,
  chosen: string | undefined,
): Promise<Shop> {
  const offered = await payableCurrencies(ctx)
  return {
    stock,
    currencies: offered,
    chosen: offered.find((each) => each === chosen) ?? null,
    first: currencyOf(ctx.client.place, offered),
  }
}

async function payableCurrencies(ctx: ServiceContext): Promise<Currency[]> {
  const setUp = await readSetUp(ctx)
  const taken = offersFor(ctx, ctx.settings)
    .filter(({ method }) => takesMoney(setUp, method))
    .flatMap((offer) => offer.currencies)
  return currencies.filter((each) => taken.includes(each))
}
