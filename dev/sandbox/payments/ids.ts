const upper = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'
const mixed = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function letters(alphabet: string, length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')
}

/** Returns an ID like those of PayPal's orders, captures and refunds. */
export function paypalId(): string {
  return letters(upper, 17)
}

/** Returns an ID like Razorpay's: `pay_G8VQzjPLoAvm6D`. */
export function razorpayId(prefix: string): string {
  return `${prefix}_${letters(mixed, 14)}`
}

/** Returns an ID like BTCPay Server's: `5GyVYpLYMsYzHBGCEKXM5g`. */
export function btcpayId(length: number): string {
  return letters(mixed, length)
}

export function hexId(length: number): string {
  return letters('0123456789abcdef', length)
}

/** Returns a bank's number, without a leading zero. */
export function digits(length: number): string {
  return letters('123456789', 1) + letters('0123456789', length - 1)
}
