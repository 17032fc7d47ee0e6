/** Formats by currency; providers know some 150 currencies. */
const moneyFormats = new Map<string, Intl.NumberFormat>()

/** Formats an amount in minor units (cents, paise); whole amounts without decimals. */
export function formatMoney(minorUnits: number, currency: string): string {
  let format = moneyFormats.get(currency)
  if (!format) {
    format = new Intl.NumberFormat(currency === 'INR' ? 'en-IN' : 'en-US', {
      style: 'currency',
      currency,
      trailingZeroDisplay: 'stripIfInteger',
    })
    moneyFormats.set(currency, format)
  }
  return format.format(minorUnits / 100)
}
