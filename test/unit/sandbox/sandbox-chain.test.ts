import { beforeEach, describe, expect, it } from 'vitest'
import { sandboxPayments } from '#dev/sandbox/payments/keys'
import { Merchant } from '../../support/payments/sandbox'

let merchant: Merchant

beforeEach(() => {
  merchant = new Merchant()
})

const ours = Object.fromEntries(
  sandboxPayments('')
    .CHAIN_ADDRESSES.split(',')
    .map((entry) => entry.split('=') as [string, string]),
)

describe('Esplora', () => {
  interface Shown {
    txid: string
    vout: { scriptpubkey_address: string; value: number }[]
    status: { confirmed: boolean; block_height?: number; block_hash?: string; block_time?: number }
  }
  const look = (coin: string, id: string, explorer = 'a') =>
    merchant.chain<Shown>(`GET /${coin}/${explorer}/tx/${id}`)

  it.each(['btc', 'ltc', 'bch'] as const)(
    'shows a transfer of %s from its pool to its blocks',
    async (coin) => {
      const { chain } = merchant.sandbox
      const id = chain.pay(coin, { amount: '50000' })
      const waiting = await look(coin, id)
      expect(waiting.body.status).toEqual({ confirmed: false })
      expect(waiting.body.vout).toMatchObject([
        { scriptpubkey_address: ours[coin.toUpperCase()], value: 50000 },
      ])
      chain.mine(coin, 3)
      const mined = await look(coin, id)
      const tip = await merchant.chain<string>(`GET /${coin}/a/blocks/tip/height`)
      expect(Number(tip.body) - (mined.body.status.block_height ?? 0)).toBe(2)
      const block = await merchant.chain(`GET /${coin}/a/block/${mined.body.status.block_hash}/status`)
      expect(block.body).toMatchObject({ in_best_chain: true, height: mined.body.status.block_height })
      expect((await look(coin, id, 'b')).body).toEqual(mined.body)
    },
  )

  it('drops a block that was reorganised away, and a transfer that was replaced', async () => {
    const { chain } = merchant.sandbox
    const id = chain.pay('btc', { amount: '50000', confirmations: 2 })
    const before = await look('btc', id)
    chain.reorganise('btc', id)
    const block = await merchant.chain(`GET /btc/a/block/${before.body.status.block_hash}/status`)
    expect(block.body).toEqual({ in_best_chain: false })
    expect((await look('btc', id)).body.status).toEqual({ confirmed: false })
    const other = chain.replace('btc', id)
    expect((await look('btc', id)).status).toBe(404)
    expect((await look('btc', other)).body.vout[0]?.scriptpubkey_address).not.toBe(ours.BTC)
  })

  it('lets one explorer disagree', async () => {
    const { chain } = merchant.sandbox
    const id = chain.pay('btc', { amount: '50000', confirmations: 6 })
    chain.disagree('btc', 'b', id, { value: '1' })
    expect((await look('btc', id)).body.vout[0]?.value).toBe(50000)
    expect((await look('btc', id, 'b')).body.vout[0]?.value).toBe(1)
    chain.disagree('btc', 'b', id, { missing: true })
    expect((await look('btc', id, 'b')).status).toBe(404)
  })

  it('takes ids in either case, and no nonsense', async () => {
    const id = merchant.sandbox.chain.pay('btc', { amount: '1' })
    expect((await look('btc', id.toUpperCase())).body.txid).toBe(id)
    expect((await look('btc', 'zz')).status).toBe(400)
  })
})

describe('JSON-RPC', () => {
  async function call<Result>(coin: string, method: string, params: unknown[] = [], explorer = 'a') {
    const json = { jsonrpc: '2.0', id: 1, method, params }
    const { body } = await merchant.chain<{ result: Result; error?: { code: number } }>(
      `POST /${coin}/${explorer}`,
      { json },
    )
    return body
  }

  it.each([
    ['eth', '0x1'],
    ['matic', '0x89'],
  ] as const)('shows a transfer on %s until it is final', async (coin, network) => {
    const { chain } = merchant.sandbox
    const id = chain.pay(coin, { amount: '18500000000000000000' })
    expect((await call(coin, 'eth_chainId')).result).toBe(network)
    expect((await call(coin, 'eth_getTransactionReceipt', [id])).result).toBeNull()
    expect((await call(coin, 'eth_getTransactionByHash', [id])).result).toMatchObject({
      hash: id,
      to: ours[coin.toUpperCase()]?.toLowerCase(),
      value: `0x${18_500_000_000_000_000_000n.toString(16)}`,
      input: '0x',
      blockNumber: null,
    })
    chain.mine(coin)
    const mined = (await call<{ blockNumber: string }>(coin, 'eth_getTransactionReceipt', [id])).result
    expect(mined).toMatchObject({ transactionHash: id, status: '0x1' })
    const finalNumber = async () =>
      Number(
        (await call<{ number: string }>(coin, 'eth_getBlockByNumber', ['finalized', false])).result.number,
      )
    expect(await finalNumber()).toBeLessThan(Number(mined.blockNumber))
    chain.finalise(coin)
    expect(await finalNumber()).toBeGreaterThanOrEqual(Number(mined.blockNumber))
  })

  it('shows failures, other networks, and methods that it does not have', async () => {
    const { chain } = merchant.sandbox
    const id = chain.pay('eth', { amount: '1', failed: true, confirmations: 1 })
    expect((await call('eth', 'eth_getTransactionReceipt', [id])).result).toMatchObject({ status: '0x0' })
    chain.serveNetwork('eth', 'b', 137)
    expect((await call('eth', 'eth_chainId', [], 'b')).result).toBe('0x89')
    expect((await call('eth', 'eth_sendTransaction')).error?.code).toBe(-32601)
  })
})

describe('TRON', () => {
  const info = (wallet: string, value: string) =>
    merchant.chain<object>(`POST /usdt/a/${wallet}/gettransactioninfobyid`, { json: { value } })

  it('knows a transfer in a block at once, and for good once that can’t change', async () => {
    const { chain } = merchant.sandbox
    const id = chain.pay('usdt', { amount: '15000000', confirmations: 1 })
    expect((await info('walletsolidity', id)).body).toEqual({})
    expect((await info('wallet', id)).body).toMatchObject({ id })
    chain.finalise('usdt')
    expect((await info('walletsolidity', id)).body).toMatchObject({
      id,
      receipt: { result: 'SUCCESS' },
      log: [
        {
          address: 'a614f803b6fd780986a42c78ec9c7f77e6ded13c',
          topics: [
            'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
            expect.stringMatching(/^0{24}[0-9a-f]{40}$/),
            // Our address, decoded by hand.
            '0000000000000000000000005cbdd86a2fa8dc4bddd8a8f69dba48572eec07fb',
          ],
          data: 15_000_000n.toString(16).padStart(64, '0'),
        },
      ],
    })
  })

  it('shows a failed call, and a token that only looks right', async () => {
    const { chain } = merchant.sandbox
    const failed = chain.pay('usdt', { amount: '15000000', failed: true, confirmations: 30 })
    expect((await info('walletsolidity', failed)).body).toMatchObject({
      result: 'FAILED',
      receipt: { result: 'REVERT' },
    })
    const contract = 'b'.repeat(40)
    const fake = chain.pay('usdt', { amount: '15000000', contract, confirmations: 30 })
    expect((await info('walletsolidity', fake)).body).toMatchObject({ log: [{ address: contract }] })
  })
})
