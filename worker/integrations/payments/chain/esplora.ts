import * as z from 'zod'
import type { Plan } from '#contract/values/payments/prices'
import { ProviderDown } from '../provider'
import { askExplorer } from './ask'
import type { Reader } from './sighting'

const amount = z.number().int().nonnegative()
const transaction = z.object({
  txid: z.string(),
  vout: z.array(z.object({ scriptpubkey_address: z.string().optional(), value: amount })),
  status: z.discriminatedUnion('confirmed', [
    z.object({ confirmed: z.literal(false) }),
    z.object({
      confirmed: z.literal(true),
      block_height: z.number().int(),
      block_hash: z.string(),
      block_time: z.number(),
    }),
  ]),
})
const height = z.number().int().positive()
const blockStatus = z.object({ in_best_chain: z.boolean() })

interface Coinage {
  /** How many blocks make a payment final. */
  depth: Record<Plan, number>
  /** Returns the same key for all forms of an address; without it, an address has one form. */
  key?: (address: string) => string | null
  /** How a block is identified where the other explorer has no hashes. */
  block?: 'hash' | 'height'
}

/** Bitcoin and its like, by Esplora's API. */
export function esplora({ depth, key = (address) => address, block: named = 'hash' }: Coinage): Reader {
  return async function readEsplora(outside, base, { transactionId, address, plan }) {
    const found = await askExplorer(outside, `${base}/tx/${transactionId}`, transaction)
    if (!found) return { state: 'absent' }
    if (found.txid !== transactionId) throw new ProviderDown('explorer-answer')
    const ours = key(address)
    const outputs = found.vout.filter(
      ({ scriptpubkey_address: to }) => ours !== null && to !== undefined && key(to) === ours,
    )
    if (outputs.length === 0) return { state: 'unpaid', why: 'not_to_us' }
    const { status } = found
    if (!status.confirmed) return { state: 'unconfirmed' }
    const [block, tip] = await Promise.all([
      askExplorer(outside, `${base}/block/${status.block_hash}/status`, blockStatus),
      askExplorer(outside, `${base}/blocks/tip/height`, height),
    ])
    if (block === null || tip === null) throw new ProviderDown('explorer-answer')
    if (!block.in_best_chain) return { state: 'unconfirmed' }
    return {
      state: 'mined',
      paid: outputs.reduce((sum, { value }) => sum + BigInt(value), 0n),
      block: named === 'hash' ? status.block_hash : String(status.block_height),
      final: tip - status.block_height + 1 >= depth[plan],
      at: status.block_time * 1000,
    }
  }
}
