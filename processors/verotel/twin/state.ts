export interface Sale {
  saleID: string
  shopID: string
  /** Empty for a sale without a reference. */
  referenceID: string
  priceAmount: string
  priceCurrency: string
  description: string
  paymentMethod: 'CC'
  saleResult: 'APPROVED' | 'DECLINED' | 'CREDITED' | 'CHARGEBACK'
  /** Milliseconds. */
  createdAt: number
  /** The charge, then its credit or chargeback. */
  transactionIDs: string[]
}

export interface VerotelState {
  sales: Record<string, Sale>
}

export function emptyVerotel(): VerotelState {
  return { sales: {} }
}

/** Returns a sale's parameters, as in its postback and in the buyer's return to the shop. */
export function saleParams(sale: Sale): Record<string, string> {
  const { saleID, referenceID, shopID, priceAmount, priceCurrency, paymentMethod } = sale
  return { saleID, referenceID, shopID, priceAmount, priceCurrency, paymentMethod, type: 'purchase' }
}

/** Returns a status's text: YAML, one pair to a line. */
export function statusText(pairs: Record<string, string>): string {
  const lines = Object.entries(pairs).map(([name, value]) => `${name}: ${value}`)
  return `---\n${lines.join('\n')}\n`
}

/** Returns a sale's status: more than the postback, and with the buyer's address. */
export function saleStatus(sale: Sale): string {
  const { saleResult, ...told } = { saleResult: sale.saleResult, ...saleParams(sale) }
  return statusText({
    response: 'FOUND',
    saleResult,
    ...told,
    createdOn: new Date(sale.createdAt).toISOString().slice(0, 19).replace('T', ' '),
    truncatedPAN: '444444******1111',
    billingAddr_fullName: 'Sam Buyer',
    billingAddr_country: 'NL',
  })
}
