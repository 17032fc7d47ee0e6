import * as z from 'zod'
import type { Plan } from '#contract/values/payments/prices'
import { ProviderDown } from '../provider'
import { bitcoinCashKey } from './addresses'
import { askExplorer } from './ask'
import type { Reader } from './sighting'

const dashboard = z.object({
  transaction: z.object({
    hash: z.string(),
    /** -1 until it is in a block. */
    block_id: z.number().int(),
    /** UTC, without a zone: 2026-08-01 10:20:30. */
    time: z.string(),
  }),
  outputs: z.array(z.object({ recipient: z.string(), value: z.number().int().nonnegative() })),
})
const answer = z.object({
  /** An empty list, or null, when the transaction is unknown. */
  data: z.union([z.record(z.string(), dashboard), z.array(z.never()), z.null()]),
  context: z.object({ code: z.union([z.literal(200), z.literal(404)]), state: z.number().int().nullish() }),
})

/**
 * Reads Bitcoin Cash from Blockchair's dashboards. It names no block hash, so the height identifies the
 * block.
 */
export function blockchair(depth: Record<Plan, number>): Reader {
  return async function readBlockchair(outside, base, { transactionId, address, plan }) {
    const found = await askExplorer(outside, `${base}/dashboards/transaction/${transactionId}`, answer)
    const entry = found?.data && !Array.isArray(found.data) ? found.data[transactionId] : undefined
    if (!found || !entry) return { state: 'absent' }
    const { hash, block_id, time } = entry.transaction
    const at = Date.parse(`${time.replace(' ', 'T')}Z`)
    if (hash !== transactionId || Number.isNaN(at)) throw new ProviderDown('explorer-answer')
    const ours = bitcoinCashKey(address)
    const outputs = entry.outputs.filter(
      ({ recipient }) => ours !== null && bitcoinCashKey(recipient) === ours,
    )
    if (outputs.length === 0) return { state: 'unpaid', why: 'not_to_us' }
    if (block_id < 0) return { state: 'unconfirmed' }
    if (typeof found.context.state !== 'number') throw new ProviderDown('explorer-answer')
    return {
      state: 'mined',
      paid: outputs.reduce((sum, { value }) => sum + BigInt(value), 0n),
      block: String(block_id),
      final: found.context.state - block_id + 1 >= depth[plan],
      at,
    }
  }
}
