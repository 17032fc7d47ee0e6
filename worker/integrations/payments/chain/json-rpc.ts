import * as z from 'zod'
import type { Outside } from '../http'
import { ProviderDown } from '../provider'
import { askExplorer } from './ask'
import type { Reader } from './sighting'

const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform((hex) => BigInt(hex))
const hash = z.string().regex(/^0x[0-9a-f]{64}$/i)

const transaction = z
  .object({ hash, to: z.string().nullable(), value: quantity, input: z.string(), blockHash: hash.nullable() })
  .nullable()
const receipt = z
  .object({ transactionHash: hash, status: z.enum(['0x0', '0x1']), blockHash: hash, blockNumber: quantity })
  .nullable()
const block = z.object({ hash, number: quantity, timestamp: quantity }).nullable()

/**
 * Reads Ethereum and similar chains from a node's JSON-RPC. Final means finalized by the chain's own
 * definition.
 */
export function jsonRpc(chainId: bigint): Reader {
  return async function readJsonRpc(outside, base, { transactionId, address }) {
    const call = caller(outside, base)
    const id = `0x${transactionId}`
    const [chain, found, outcome] = await Promise.all([
      call('eth_chainId', [], quantity),
      call('eth_getTransactionByHash', [id], transaction),
      call('eth_getTransactionReceipt', [id], receipt),
    ])
    // A node of another chain would report worthless coins as money.
    if (chain !== chainId) throw new ProviderDown('explorer-chain')
    if (!found) return { state: 'absent' }
    if (found.hash.toLowerCase() !== id) throw new ProviderDown('explorer-answer')
    // With input it is a call of a contract, which may send the value on or back.
    if (found.to?.toLowerCase() !== address.toLowerCase() || found.input !== '0x')
      return { state: 'unpaid', why: 'not_to_us' }
    if (!outcome || found.blockHash === null) return { state: 'unconfirmed' }
    if (outcome.transactionHash.toLowerCase() !== id) throw new ProviderDown('explorer-answer')
    const [holder, finalized] = await Promise.all([
      call('eth_getBlockByNumber', [`0x${outcome.blockNumber.toString(16)}`, false], block),
      call('eth_getBlockByNumber', ['finalized', false], block),
    ])
    if (holder?.hash.toLowerCase() !== outcome.blockHash.toLowerCase()) return { state: 'unconfirmed' }
    if (outcome.status !== '0x1') return { state: 'unpaid', why: 'failed' }
    return {
      state: 'mined',
      paid: found.value,
      block: outcome.blockHash.toLowerCase(),
      final: finalized !== null && outcome.blockNumber <= finalized.number,
      at: Number(holder.timestamp) * 1000,
    }
  }
}

function caller(outside: Outside, base: string) {
  return async function call<Result>(
    method: string,
    params: unknown[],
    result: z.ZodType<Result>,
  ): Promise<Result> {
    // Etherscan's errors are a 200 with a status and no "jsonrpc", and don't fit this.
    const envelope = z.object({ jsonrpc: z.literal('2.0'), id: z.literal(1), result })
    const answer = await askExplorer(outside, base, envelope, { jsonrpc: '2.0', id: 1, method, params })
    if (answer === null) throw new ProviderDown('http-404')
    return answer.result
  }
}
