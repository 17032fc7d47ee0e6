import { Hono } from 'hono'
import type { Ledger, Seen } from './ledger.ts'
import type { Block, Explorer } from './state.ts'

interface Call {
  id?: unknown
  method?: string
  params?: unknown[]
}

/** Serves the part of Ethereum's JSON-RPC that shows payments. */
export function jsonRpcApp(ledger: Ledger, explorer: Explorer): Hono {
  const app = new Hono()
  app.post('/', async (c) => {
    const call = (await c.req.json()) as Call | Call[]
    const one = ({ id = null, method, params = [] }: Call) => {
      const answer = methods[method ?? '']
      if (!answer) {
        const error = { code: -32601, message: `the method ${method} does not exist/is not available` }
        return { jsonrpc: '2.0', id, error }
      }
      return { jsonrpc: '2.0', id, result: answer(String(params[0] ?? '')) }
    }
    return c.json(Array.isArray(call) ? call.map(one) : one(call))
  })

  const methods: Record<string, (first: string) => unknown> = {
    eth_chainId: () => hex(ledger.networkOf(explorer)),
    eth_blockNumber: () => hex(ledger.state.height),
    eth_getTransactionByHash: (id) => {
      const seen = ledger.see(id, explorer)
      return seen && transactionView(seen, ledger.networkOf(explorer))
    },
    eth_getTransactionReceipt: (id) => {
      const seen = ledger.see(id, explorer)
      return seen?.block ? receiptView(seen, seen.block) : null
    },
    eth_getBlockByNumber: (tag) => blockView(ledger.block(heightOf(tag))),
    eth_getBlockByHash: (hash) => blockView(ledger.blockByHash(hash)),
  }

  function heightOf(tag: string): number {
    if (tag === 'latest' || tag === 'pending') return ledger.state.height
    if (tag === 'finalized' || tag === 'safe') return ledger.finalHeight
    return Number(tag)
  }
  return app
}

function transactionView(seen: Seen, networkId: number) {
  const [output] = seen.outputs
  return {
    blockHash: seen.block?.hash ?? null,
    blockNumber: seen.block ? hex(seen.block.height) : null,
    chainId: hex(networkId),
    from: seen.from.toLowerCase(),
    gas: '0x5208',
    gasPrice: '0x3b9aca00',
    hash: seen.id,
    input: seen.input,
    nonce: '0x1',
    to: output?.address.toLowerCase() ?? null,
    transactionIndex: seen.block ? '0x0' : null,
    type: '0x2',
    value: hex(BigInt(output?.value ?? 0)),
  }
}

function receiptView(seen: Seen, block: Block) {
  return {
    blockHash: block.hash,
    blockNumber: hex(block.height),
    contractAddress: null,
    cumulativeGasUsed: '0x5208',
    effectiveGasPrice: '0x3b9aca00',
    from: seen.from.toLowerCase(),
    gasUsed: '0x5208',
    logs: [],
    logsBloom: `0x${'0'.repeat(512)}`,
    status: seen.failed ? '0x0' : '0x1',
    to: seen.outputs[0]?.address.toLowerCase() ?? null,
    transactionHash: seen.id,
    transactionIndex: '0x0',
    type: '0x2',
  }
}

function blockView(block: Block | null) {
  return (
    block && {
      number: hex(block.height),
      hash: block.hash,
      timestamp: hex(Math.floor(block.at / 1000)),
      transactions: [],
    }
  )
}

function hex(value: number | bigint): string {
  return `0x${value.toString(16)}`
}
