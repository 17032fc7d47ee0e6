import { useQuery } from '@tanstack/react-query'
import type { PremiumStock } from '#contract/schemas/payments/shop'
import { shopQuery } from '#web/entities/payment/payment-queries'
import { useViewer } from '#web/entities/viewer/viewer-query'

interface Shelf {
  /** Undefined until it is known, or if it couldn't be read: the server decides then. */
  stock: PremiumStock | undefined
  pending: boolean
  /** Nothing is sold to this viewer. A running term can be extended all the same. */
  isEmpty: boolean
}

/** Returns what Premium unlocks, and whether there is enough to sell it. */
export function useShelf(): Shelf {
  const { user } = useViewer()
  const { data, isPending } = useQuery(shopQuery)
  const stock = data?.stock
  return { stock, pending: isPending, isEmpty: stock?.videos === 0 && user?.isPremium !== true }
}
