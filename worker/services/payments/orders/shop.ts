import type { PremiumStock, Shop } from '#contract/schemas/payments/shop'
import { premiumStock } from '#db/queries/shared/premium-stock'
import type { ReadContext } from '../../context'

export async function getShop(ctx: ReadContext): Promise<Shop> {
  const [[stock]] = await ctx.near.batch([premiumStock(ctx.db)])
  if (!stock) throw new Error('A sum is one row')
  return shopWith(stock)
}

/** Returns the shop for a stock that was read with the rest of a page. */
export function shopWith(stock: PremiumStock): Shop {
  return { stock }
}
