import { Hono } from 'hono'
import type { Ledger, Seen } from './ledger.ts'
import type { Explorer } from './state.ts'

/** The HTTP API of Esplora: https://github.com/Blockstream/esplora/blob/master/API.md */
export function esploraApp(ledger: Ledger, explorer: Explorer): Hono {
  const app = new Hono()
  app.get('/tx/:id', (c) => {
    const id = c.req.param('id')
    if (!/^[0-9a-f]{64}$/i.test(id)) return c.text('Invalid hex string', 400)
    const seen = ledger.see(id, explorer)
    return seen ? c.json(transactionView(seen)) : c.text('Transaction not found', 404)
  })
  app.get('/tx/:id/status', (c) => {
    const seen = ledger.see(c.req.param('id'), explorer)
    return seen ? c.json(statusView(seen)) : c.text('Transaction not found', 404)
  })
  app.get('/blocks/tip/height', (c) => c.text(String(ledger.state.height)))
  app.get('/blocks/tip/hash', (c) => c.text(ledger.block(ledger.state.height)?.hash ?? ''))
  app.get('/block-height/:height', (c) => {
    const block = ledger.block(Number(c.req.param('height')))
    return block ? c.text(block.hash) : c.text('Block not found', 404)
  })
  app.get('/block/:hash/status', (c) => {
    const hash = c.req.param('hash')
    const block = ledger.blockByHash(hash)
    if (!block) return c.json({ in_best_chain: false })
    const next = ledger.block(block.height + 1)
    return c.json({ in_best_chain: true, height: block.height, next_best: next?.hash ?? null })
  })
  return app
}

function transactionView(seen: Seen) {
  return {
    txid: seen.id,
    version: 2,
    locktime: 0,
    vin: [
      {
        txid: '7'.repeat(64),
        vout: 0,
        prevout: { scriptpubkey_address: seen.from, scriptpubkey_type: 'v0_p2wpkh', value: 10_000_000 },
        scriptsig: '',
        is_coinbase: false,
        sequence: 4_294_967_293,
      },
    ],
    vout: seen.outputs.map(({ address, value }) => ({
      scriptpubkey: '',
      scriptpubkey_asm: '',
      scriptpubkey_type: 'v0_p2wpkh',
      scriptpubkey_address: address,
      value: Number(value),
    })),
    size: 222,
    weight: 561,
    fee: 1200,
    status: statusView(seen),
  }
}

function statusView({ block }: Seen) {
  if (!block) return { confirmed: false }
  return {
    confirmed: true,
    block_height: block.height,
    block_hash: block.hash,
    block_time: Math.floor(block.at / 1000),
  }
}
