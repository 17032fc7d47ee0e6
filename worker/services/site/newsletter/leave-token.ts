import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ServiceContext } from '../../context'

const signatureBytes = 16

/**
 * What the links that unsubscribe hold: a subscription's number, which is never given twice, and our signature of it. It
 * has no end, and needs no row: whoever has left can press again.
 */
export function leaveToken(ctx: ServiceContext, subscriberId: number): string {
  return `${subscriberId}.${signature(ctx, subscriberId).toString('base64url')}`
}

/** The number of a subscription, or null for what we didn't sign. */
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
