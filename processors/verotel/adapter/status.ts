import * as z from 'zod'
import { answeredValue, ask, type Outside } from '#worker/integrations/payments/http'
import { minorOf } from '#worker/integrations/payments/money'
import { ProviderDown } from '#worker/integrations/payments/provider'
import type { VerotelConfig } from './config'
import { signedUrl } from './signature'

const saleFound = z.object({
  response: z.literal('FOUND'),
  saleResult: z.string(),
  saleID: z.string().regex(/^\d{1,20}$/),
  shopID: z.string(),
  referenceID: z.string().optional(),
  type: z.literal('purchase'),
  priceAmount: z.string().transform((text, context) => {
    const minor = minorOf(text)
    if (minor === null) context.addIssue('Not an amount')
    return minor ?? z.NEVER
  }),
  priceCurrency: z.string().regex(/^[A-Z]{3}$/),
})
const answer = z.discriminatedUnion('response', [z.object({ response: z.literal('NOTFOUND') }), saleFound])
export type Sale = z.infer<typeof saleFound>

type Subject = { referenceID: string } | { saleID: string }

/** Returns a sale as Verotel's records show it; null when there is none. */
export async function askSale(
  config: VerotelConfig,
  outside: Outside,
  subject: Subject,
): Promise<Sale | null> {
  const step = 'read-sale'
  const pairs = await askStatus(config, outside, step, subject)
  const found = answeredValue({ provider: 'verotel', step }, { json: pairs }, answer)
  if (found.response === 'NOTFOUND') return null
  const isAsked = Object.entries(subject).every(([name, value]) => found[name as keyof Sale] === value)
  // An answer about another sale says nothing about this one.
  if (!isAsked) throw new ProviderDown('other-sale')
  return found
}

/** Returns all fields of the status service's answer, including the buyer's address. */
export async function askStatus(
  config: VerotelConfig,
  outside: Outside,
  step: string,
  subject: Subject,
): Promise<Record<string, string>> {
  const { status, text } = await ask(outside, {
    provider: 'verotel',
    step,
    method: 'GET',
    url: signedUrl(config, 'salestatus', { version: '4', shopID: config.shopId, ...subject }),
    headers: {},
    repeatable: true,
    plain: true,
  })
  if (status !== 200) throw new ProviderDown(`http-${status}`)
  const pairs = parseStatus(text)
  if (!pairs) throw new ProviderDown('unexpected-answer')
  return pairs
}

/**
 * Reads the lines of a status: `name: value`, as YAML writes plain pairs. Returns null for any other text,
 * and for a repeated name: the buyer chose some of the values.
 */
export function parseStatus(text: string): Record<string, string> | null {
  const pairs: Record<string, string> = {}
  for (const line of text.split(/\r?\n/)) {
    // The continuation of a value, or the document's frame.
    if (/^(\s.*|---|\.\.\.)?$/.test(line)) continue
    const [, name, , quoted, plain = ''] =
      /^(\w{1,64}):(?: +(?:(['"])([^'"\\]*)\2|(.*?)))? *$/.exec(line) ?? []
    if (name === undefined || Object.hasOwn(pairs, name)) return null
    pairs[name] = quoted ?? plain
  }
  return pairs
}
