/** ISO 4217 numbers, which are text: 036 is neither 36 nor 30. */
export const currencyCodes: Record<string, string> = { USD: '840', EUR: '978', GBP: '826' }

/** Returns null for a currency that nothing is sold in. */
export function currencyOf(code: string): string | null {
  return Object.entries(currencyCodes).find(([, known]) => known === code)?.[0] ?? null
}
