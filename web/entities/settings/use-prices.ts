import { useQuery } from '@tanstack/react-query'
import { defaultPrices, type Prices } from '../../../contract/values/payments/prices'
import { settingsQuery } from './settings-query'

/** Returns the price list, which every page brings with it. */
export function usePrices(): Prices {
  return useQuery(settingsQuery).data?.prices ?? defaultPrices
}
