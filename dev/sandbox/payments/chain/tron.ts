import { Hono } from 'hono'
import { tronHex } from './base58.ts'
import type { Ledger, Seen } from './ledger.ts'
import type { Block, Explorer } from './state.ts'

/** keccak256 of `Transfer(address,address,uint256)`. */
const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Serves TRON's full-node API: `walletsolidity` shows final blocks, `wallet` all of them. */
export function tronApp(ledger: Ledger, explorer: Explorer): Hono {
  const app = new Hono()
  for (const wallet of ['walletsolidity', 'wallet'] as const) {
    const isSolid = wallet === 'walletsolidity'
    const newest = () => (isSolid ? ledger.finalHeight : ledger.state.height)
    const see = (body: unknown) => {
      const id = (body as { value?: string }).value ?? ''
      const seen = /^[0-9a-f]{64}$/i.test(id) ? ledger.see(id, explorer) : null
      if (isSolid) return seen?.block && seen.block.height <= newest() ? seen : null
      return seen
    }
    // Anything unknown is answered with 200 and an empty object.
    app.post(`/${wallet}/gettransactioninfobyid`, async (c) => {
      const seen = see(await c.req.json())
      return c.json(seen?.block ? infoView(seen, seen.block) : {})
    })
    app.post(`/${wallet}/gettransactionbyid`, async (c) => {
      const seen = see(await c.req.json())
      return c.json(seen ? transactionView(seen) : {})
    })
    app.post(`/${wallet}/getnowblock`, (c) => {
      const block = ledger.block(newest())
      const raw_data = { number: block?.height, timestamp: block?.at }
      return c.json({ blockID: block?.hash, block_header: { raw_data } })
    })
  }
  return app
}

function infoView(seen: Seen, block: Block) {
  const shared = {
    id: seen.id,
    fee: 13_844_850,
    blockNumber: block.height,
    blockTimeStamp: block.at,
    contractResult: [''],
    contract_address: `41${seen.contract}`,
  }
  if (seen.failed) {
    const receipt = { energy_usage_total: 13_045, net_usage: 345, result: 'REVERT' }
    return { ...shared, result: 'FAILED', resMessage: '524556455254', receipt }
  }
  const log = seen.outputs.map(({ address, value }) => ({
    address: seen.contract,
    topics: [transferTopic, topicOf(seen.from), topicOf(address)],
    data: BigInt(value).toString(16).padStart(64, '0'),
  }))
  return { ...shared, receipt: { energy_usage_total: 64_285, net_usage: 345, result: 'SUCCESS' }, log }
}

function transactionView(seen: Seen) {
  return {
    txID: seen.id,
    ret: [{ contractRet: seen.failed ? 'REVERT' : 'SUCCESS' }],
    raw_data: { contract: [{ type: 'TriggerSmartContract' }], timestamp: seen.at },
  }
}

function topicOf(address: string): string {
  return tronHex(address).slice(2).padStart(64, '0')
}
