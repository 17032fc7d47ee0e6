import { ProviderDown, type RefundOutcome } from '#worker/integrations/payments/provider'
import type { DataLink } from './data-link'
import { refundIdOf } from './subscription'

/** Numbers by which CCBill says for certain that it did nothing. */
const refusals: Record<string, string> = {
  '-3': "CCBill doesn't know this subscription.",
  '-4': 'This subscription belongs to another account at CCBill.',
  '-8': "CCBill doesn't accept the address that asks. Check the relay.",
  '-12': 'CCBill has locked DataLink for an hour after failed log-ins.',
}

/**
 * Refunds the whole payment: DataLink takes no amount, no transaction and no key. Any answer that isn't clear
 * may have moved the money, and so may -7, which means several things.
 */
export async function refundPayment(api: DataLink, id: string): Promise<RefundOutcome> {
  let result: string
  try {
    result = await api.refund(id)
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    // Nothing was sent, or the relay didn't pass it on.
    if (error.code === 'circuit-open' || /^http-4/.test(error.code)) throw error
    return { kind: 'unknown', code: error.code }
  }
  const message = refusals[result]
  if (message !== undefined) return { kind: 'refused', code: `datalink${result}`, message }
  return result === '1'
    ? { kind: 'pending', refundId: refundIdOf(id) }
    : { kind: 'unknown', code: `datalink${result}` }
}
