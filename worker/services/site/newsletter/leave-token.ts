import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ServiceContext } from '../../context'

const signatureBytes = 16

/**
 * Builds the token of an unsubscribe link: the subscription's ID, never reused, and our signature. It never
 * expires and needs no row.
 */
export function leaveToken(ctx: ServiceContext, subscriberId: number): string {
  return `${subscriberId}.${signature(ctx, subscriberId).toString('base64url')}`
}

/** Returns the ID of a subscription, or null for a token we didn't sign. */
export function readLeaveToken(ctx: ServiceContext, token: string): number | null {
  const [, number, signed] = /^([1-9]\d{0,14})\.([\w-]{22})$/.exec(token) ?? []
  if (number === undefined || signed === undefined) return null
  const given = Buffer.from(signed, 'base64url')
  return timingSafeEqual(given, signature(ctx, Number(number))) ? Number(number) : null
}

function signature({ config }: ServiceContext, subscriberId: number): Buffer {
  const hmac = createHmac('sha256', config.viewerKey).update(`newsletter\n${subscriberId}`)
  return hmac.digest().subarray(0, signatureBytes)
}
