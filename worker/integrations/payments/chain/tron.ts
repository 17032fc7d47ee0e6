import * as z from 'zod'
import { ProviderDown } from '../provider'
import { tronKey } from './addresses'
import { askExplorer } from './ask'
import type { Reader } from './sighting'

/** Tether's own contract. Anyone can call another token USDT. */
const tether = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c'
/** keccak256 of Transfer(address,address,uint256). */
const transfer = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const info = z.object({
  id: z.string(),
  blockNumber: z.number().int(),
  blockTimeStamp: z.number().int(),
  receipt: z.object({ result: z.string().optional() }),
  log: z
    .array(
      z.object({
        address: z.string(),
        topics: z.array(z.string()),
        data: z.string().regex(/^[0-9a-f]{0,64}$/i),
      }),
    )
    .optional(),
})
/** Unknown transactions are an empty object. */
const answer = z.union([info, z.strictObject({}).transform(() => null)])
type Info = z.infer<typeof info>

/** Reads Tether on TRON. Its solidified view is final; the other includes transactions that aren't yet. */
export const readTron: Reader = async (outside, base, { transactionId, address }) => {
  const look = async (view: string): Promise<Info | null> => {
    const found = await askExplorer(outside, `${base}/${view}/gettransactioninfobyid`, answer, {
      value: transactionId,
    })
    if (found && found.id !== transactionId) throw new ProviderDown('explorer-answer')
    return found
  }
  const solid = await look('walletsolidity')
  const found = solid ?? (await look('wallet'))
  if (!found) return { state: 'absent' }
  if (found.receipt.result !== 'SUCCESS') return { state: 'unpaid', why: 'failed' }
  const paid = paidTo(tronKey(address), found)
  if (paid === 0n) return { state: 'unpaid', why: 'not_to_us' }
  return {
    state: 'mined',
    paid,
    // It names no block hash, so the height identifies the block.
    block: String(found.blockNumber),
    final: solid !== null,
    at: found.blockTimeStamp,
  }
}

function paidTo(key: string | null, { log = [] }: Info): bigint {
  return log
    .filter(
      ({ address, topics: [event, , to] }) =>
        address.toLowerCase() === tether &&
        event?.toLowerCase() === transfer &&
        key !== null &&
        to?.toLowerCase() === key.padStart(64, '0'),
    )
    .reduce((sum, { data }) => sum + BigInt(`0x${data || '0'}`), 0n)
}
