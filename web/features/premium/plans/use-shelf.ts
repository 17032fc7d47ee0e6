import { useQuery } from '@tanstack/react-query'
import type { Shop } from '#contract/schemas/payments/shop'
import { shopQuery } from '#web/entities/payment/payment-queries'

interface Shelf {
  /** Undefined until it is known. */
  shop: Shop | undefined
  /** Why it isn't known; null while it is loading. */
  error: Error | null
  /** Reads it again. */
  refetch: () => unknown
  /** Nothing is sold, to anyone. */
  isEmpty: boolean
}

/** Returns what Premium unlocks, and whether there is enough to sell it. */
export function useShelf(): Shelf {
  const { data: shop, error, refetch } = useQuery(shopQuery)
  return { shop, error, refetch, isEmpty: shop?.stock.videos === 0 }
}
