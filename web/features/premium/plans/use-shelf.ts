import { useQuery } from '@tanstack/react-query'
import type { Shop } from '#contract/schemas/payments/shop'
import { shopQuery } from '#web/entities/payment/payment-queries'
import { useViewer } from '#web/entities/viewer/viewer-query'

interface Shelf {
  /** Undefined until it is known, or if it couldn't be read: the server decides then. */
  shop: Shop | undefined
  pending: boolean
  /** Nothing is sold to this viewer. A running term can be extended all the same. */
  isEmpty: boolean
}

/** Returns what Premium unlocks, and whether there is enough to sell it. */
export function useShelf(): Shelf {
  const { user } = useViewer()
  const { data: shop, isPending } = useQuery(shopQuery)
  return { shop, pending: isPending, isEmpty: shop?.stock.videos === 0 && user?.isPremium !== true }
}
