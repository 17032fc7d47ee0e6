import type { ConfigReader } from '#worker/integrations/payments/config-reader'

export interface VerotelConfig {
  base: string
  shopId: string
  signatureKey: string
}

/** One for each of the company's brands. */
const liveBases = [
  'https://secure.verotel.com',
  'https://secure.billing.creditcard',
  'https://secure.bill.creditcard',
  'https://secure.gaycharge.com',
  'https://secure.yoursafedirect.com',
]

export function parseVerotel(read: ConfigReader): VerotelConfig | null {
  const vars = read.all(['VEROTEL_BASE', 'VEROTEL_SHOP_ID', 'VEROTEL_SIGNATURE_KEY'])
  if (!vars) return null
  const isNumber = /^\d{1,12}$/.test(vars.VEROTEL_SHOP_ID)
  if (!isNumber) read.problem('VEROTEL_SHOP_ID is not a number, so payments by it are off.')
  const checks = [
    isNumber,
    read.isLive('VEROTEL_BASE', vars.VEROTEL_BASE, liveBases),
    read.isSafe('VEROTEL_SIGNATURE_KEY'),
  ]
  if (checks.includes(false)) return null
  return {
    base: vars.VEROTEL_BASE,
    shopId: vars.VEROTEL_SHOP_ID,
    signatureKey: vars.VEROTEL_SIGNATURE_KEY,
  }
}
