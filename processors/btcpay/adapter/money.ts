import { minorOf } from '#worker/integrations/payments/money'

/** Returns the minor units of one of the server's decimals, which may have more places: "14.990000". */
export function exactMinor(decimal: string | null | undefined): number | null {
  return minorOf((decimal ?? '').replace(/(\.\d\d)0+$/, '$1'))
}
