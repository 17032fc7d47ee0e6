import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ServiceContext } from '../../context'

const signatureBytes = 16

/**
 * Start of a token, by the kind of email that its link ends: a subscriber's newsletter, or an account's daily
 * email.
 */
const starts = { newsletter: '', digest: 'd' } as const
export type Left = keyof typeof starts

/**
 * Builds the token of an unsubscribe link: the ID of the subscription or account, never reused, and our signature. It
 * never expires and needs no row.
 */
export function leaveToken(ctx: ServiceContext, from: Left, id: number): string {
  return `${starts[from]}${id}.${signature(ctx, from, id).toString('base64url')}`
}

/** Returns the kind of email and the ID in a token; null for a token that we didn't sign. */
export function readLeaveToken(ctx: ServiceContext, token: string): { from: Left; id: number } | null {
  const [, start, number, signed] = /^(d?)([1-9]\d{0,14})\.([\w-]{22})$/.exec(token) ?? []
  if (number === undefined || signed === undefined) return null
  const from = start === starts.digest ? 'digest' : 'newsletter'
  const [given, id] = [Buffer.from(signed, 'base64url'), Number(number)]
  return timingSafeEqual(given, signature(ctx, from, id)) ? { from, id } : null
}

function signature({ config }: ServiceContext, from: Left, id: number): Buffer {
  return createHmac('sha256', config.viewerKey).update(`${from}\n${id}`).digest().subarray(0, signatureBytes)
}
