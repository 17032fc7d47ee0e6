import type { PremiumStock, Shop } from '#contract/schemas/payments/shop'
import { type Currency, currencies } from '#contract/values/payments/prices'
import { premiumStock } from '#db/queries/shared/premium-stock'
import { currencyOf } from '#worker/policy/currency-of'
import type { ServiceContext } from '../../context'
import { offersFor } from './offers'
import { readSetUp, type SetUp, takesMoney } from './set-up'

/** `chosen`: the currency that the browser remembers. */
export async function getShop(ctx: ServiceContext, chosen: string | undefined): Promise<Shop> {
  const [[stock]] = await ctx.near.batch([premiumStock(ctx.db)])
  if (!stock) throw new Error('A sum is one row')
  return shopWith(ctx, stock, readSetUp(ctx), chosen)
}

/** Returns the shop for a stock that was read with the rest of a page, while the set-up was asked for. */
export async function shopWith(
  ctx: ServiceContext,
  stock: PremiumStock,
  setUp: Promise<SetUp>,
  chosen: string | undefined,
): Promise<Shop> {
  const offered = payableCurrencies(ctx, await setUp)
  return {
    stock,
    currencies: offered,
    chosen: offered.find((each) => each === chosen) ?? null,
    first: currencyOf(ctx.client.place, offered),
  }
}

function payableCurrencies(ctx: ServiceContext, setUp: SetUp): Currency[] {
  const taken = offersFor(ctx, ctx.settings)
    .filter(({ method }) => takesMoney(setUp, method))
    .flatMap((offer) => offer.currencies)
  return currencies.filter((each) => taken.includes(each))
}
