export interface Sale {
  saleID: string
  shopID: string
  /** Empty for a sale without one. */
  referenceID: string
  priceAmount: string
  priceCurrency: string
  description: string
  paymentMethod: 'CC'
  saleResult: 'APPROVED' | 'DECLINED' | 'CREDITED' | 'CHARGEBACK'
  /** Milliseconds. */
  createdAt: number
  /** The charge, then what undid it. */
  transactionIDs: string[]
}

export interface VerotelState {
  sales: Record<string, Sale>
}

export function emptyVerotel(): VerotelState {
  return { sales: {} }
}

/** The sale as its postback and the return to the shop tell it. */
export function saleParams(sale: Sale): Record<string, string> {
  const { saleID, referenceID, shopID, priceAmount, priceCurrency, paymentMethod } = sale
  return { saleID, referenceID, shopID, priceAmount, priceCurrency, paymentMethod, type: 'purchase' }
}

/** A status's text: YAML, one pair to a line. */
export function statusText(pairs: Record<string, string>): string {
  const lines = Object.entries(pairs).map(([name, value]) => `${name}: ${value}`)
  return `---\n${lines.join('\n')}\n`
}

/** The sale as the status service tells it: more than the postback, and with the buyer's address. */
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
