import { beforeEach, describe, expect, it } from 'vitest'
import { readers } from '#worker/integrations/payments/chain/readers'
import { ProviderDown } from '#worker/integrations/payments/provider'
import { forgetAll } from '#worker/isolate-state'

beforeEach(forgetAll)

const id = 'ab'.repeat(32)
const hash = `0x${'cd'.repeat(32)}`
const base = 'https://explorer.example'
const now = Date.now()

/** Returns an explorer with these responses by path. */
function esploraWith(answers: Record<string, unknown>) {
  const fetch: typeof globalThis.fetch = async (url) => {
    const answer = answers[String(url).slice(base.length)]
    return answer === undefined ? new Response('Not found', { status: 404 }) : Response.json(answer)
  }
  return readers.BTC({ fetch, now }, base, { transactionId: id, address: 'ours', plan: 'monthly' })
}

describe('Esplora', () => {
  const confirmed = { confirmed: true, block_height: 100, block_hash: 'block', block_time: 1000 }
  const transaction = {
    txid: id,
    vout: [
      { scriptpubkey_address: 'ours', value: 7 },
      { scriptpubkey_address: 'theirs', value: 100 },
      { value: 0 },
      { scriptpubkey_address: 'ours', value: 5 },
    ],
    status: confirmed,
  }
  const whole = {
    [`/tx/${id}`]: transaction,
    '/block/block/status': { in_best_chain: true },
    '/blocks/tip/height': 102,
  }

  it('sums what reached us, and counts the blocks', async () => {
    const mined = { state: 'mined', paid: 12n, block: 'block', at: 1_000_000 }
    expect(await esploraWith(whole)).toEqual({ ...mined, final: true })
    expect(await esploraWith({ ...whole, '/blocks/tip/height': 101 })).toEqual({ ...mined, final: false })
  })

  it("doesn't count a block that the chain left behind", async () => {
    const left = { ...whole, '/block/block/status': { in_best_chain: false } }
    expect(await esploraWith(left)).toEqual({ state: 'unconfirmed' })
  })

  it.each([
    ['another transaction', { ...whole, [`/tx/${id}`]: { ...transaction, txid: 'ef'.repeat(32) } }],
    ['a fraction of a satoshi', { ...whole, [`/tx/${id}`]: { ...transaction, vout: [{ value: 0.5 }] } }],
    [
      'more than a number can hold',
      { ...whole, [`/tx/${id}`]: { ...transaction, vout: [{ value: 2 ** 53 }] } },
    ],
    ['no such block', { ...whole, '/block/block/status': undefined }],
    ['no height', { ...whole, '/blocks/tip/height': undefined }],
  ])('says nothing with %s', async (_, answers) => {
    await expect(esploraWith(answers)).rejects.toThrow(ProviderDown)
  })
})

/** Returns a node with these results by method, and by block where there is one. */
function nodeWith(results: Record<string, unknown>, envelope: object = {}) {
  const fetch: typeof globalThis.fetch = async (_, init) => {
    const { method, params, id: callId } = JSON.parse(String(init?.body))
    const key = method === 'eth_getBlockByNumber' ? params[0] : method
    return Response.json({ jsonrpc: '2.0', id: callId, result: results[key] ?? null, ...envelope })
  }
  return readers.ETH({ fetch, now }, base, { transactionId: id, address: '0xOURS', plan: 'monthly' })
}

describe('a node', () => {
  const transaction = { hash: `0x${id}`, to: '0xours', value: '0x7', input: '0x', blockHash: hash }
  const receipt = { transactionHash: `0x${id}`, status: '0x1', blockHash: hash, blockNumber: '0x64' }
  const whole = {
    eth_chainId: '0x1',
    eth_getTransactionByHash: transaction,
    eth_getTransactionReceipt: receipt,
    '0x64': { hash, number: '0x64', timestamp: '0x3e8' },
    finalized: { hash: `0x${'00'.repeat(32)}`, number: '0x64', timestamp: '0x3e8' },
  }

  it('shows what it sent us, and when that is final', async () => {
    const mined = { state: 'mined', paid: 7n, block: hash, at: 1_000_000 }
    expect(await nodeWith(whole)).toEqual({ ...mined, final: true })
    const younger = { ...whole, finalized: { ...whole.finalized, number: '0x63' } }
    expect(await nodeWith(younger)).toEqual({ ...mined, final: false })
    expect(await nodeWith({ ...whole, finalized: null })).toEqual({ ...mined, final: false })
  })

  it("doesn't count a block that the chain left behind", async () => {
    const left = { ...whole, '0x64': { ...whole['0x64'], hash: `0x${'ef'.repeat(32)}` } }
    expect(await nodeWith(left)).toEqual({ state: 'unconfirmed' })
    expect(await nodeWith({ ...whole, '0x64': null })).toEqual({ state: 'unconfirmed' })
  })

  it('shows a failure, a call and a transfer to others as nothing', async () => {
    const failed = { ...whole, eth_getTransactionReceipt: { ...receipt, status: '0x0' } }
    expect(await nodeWith(failed)).toEqual({ state: 'unpaid', why: 'failed' })
    for (const change of [{ to: '0xtheirs' }, { to: null }, { input: '0xa9059cbb' }]) {
      const other = { ...whole, eth_getTransactionByHash: { ...transaction, ...change } }
      expect(await nodeWith(other)).toEqual({ state: 'unpaid', why: 'not_to_us' })
    }
  })

  it.each([
    ['another chain', { ...whole, eth_chainId: '0x89' }, {}],
    ['an error', whole, { result: undefined, error: { code: -32_000, message: 'busy' } }],
    ['an answer to another call', whole, { id: 2 }],
    [
      "Etherscan's error",
      whole,
      { jsonrpc: undefined, status: '0', message: 'NOTOK', result: 'Max rate limit' },
    ],
    [
      'another transaction',
      { ...whole, eth_getTransactionByHash: { ...transaction, hash: `0x${'ef'.repeat(32)}` } },
      {},
    ],
    [
      'another receipt',
      { ...whole, eth_getTransactionReceipt: { ...receipt, transactionHash: `0x${'ef'.repeat(32)}` } },
      {},
    ],
  ])('says nothing with %s', async (_, results, envelope) => {
    await expect(nodeWith(results, envelope)).rejects.toThrow(ProviderDown)
  })
})
