import type { WebhookEvent } from '#dev/sandbox/payments/webhooks/outbox'
import { signVerotel } from './signature.ts'
import { keys } from './vars.ts'

/** `sha1` and `upperCase`: the signature; `doubled`: a parameter. */
export const defects = [
  'bytes',
  'unsigned',
  'otherSecret',
  'otherAccount',
  'sha1',
  'upperCase',
  'doubled',
] as const
export type Defect = (typeof defects)[number]

/** Returns a postback's query, signed, with one defect or none. */
export function verotelQuery({ query = '' }: WebhookEvent, wrong?: Defect): string {
  const params = Object.fromEntries(new URLSearchParams(query))
  if (wrong === 'otherAccount') params.shopID = '11111'
  const signature = signVerotel(params, {
    ...(wrong === 'otherSecret' && { key: 'somebody-elses-key' }),
    ...(wrong === 'sha1' && { hash: 'sha1' }),
  })
  const given: Record<string, string> = { ...params, signature }
  if (wrong === 'bytes') given.priceAmount = '99.99'
  if (wrong === 'upperCase') given.signature = signature.toUpperCase()
  if (wrong === 'unsigned') delete given.signature
  const sent = new URLSearchParams(given)
  if (wrong === 'doubled') sent.append('saleID', '111111111')
  return String(sent)
}

/** Signs any query that a test makes, as only Verotel and the shop can. */
export function signedQuery(params: Record<string, string>): string {
  const signature = signVerotel(params, { key: keys.VEROTEL_SIGNATURE_KEY })
  return String(new URLSearchParams({ ...params, signature }))
}
