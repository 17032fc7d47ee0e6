import { describe, expect, it } from 'vitest'
import { readers } from '#worker/integrations/payments/chain/readers'
import { ProviderDown } from '#worker/integrations/payments/provider'

const transactionId = 'ab'.repeat(32)
const address = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'
const question = { transactionId, address, plan: 'monthly' as const }

/** Returns a dashboard in Blockchair's format, with addresses without their prefix. */
function dashboard(change: { block_id?: number; hash?: string } = {}, context: object = {}) {
  return {
    data: {
      [transactionId]: {
        transaction: { block_id: 800_000, hash: transactionId, time: '2026-08-01 10:20:30', ...change },
        inputs: [],
        outputs: [
          { recipient: 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', value: 3_000_000 },
          { recipient: 'qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy', value: 9_000_000 },
          { recipient: '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', value: 2_000_000 },
        ],
      },
    },
    context: { code: 200, state: 800_005, ...context },
  }
}

/** Runs the reader on a response. */
function read(body: unknown, status = 200) {
  const fetch: typeof globalThis.fetch = async (url) => {
    expect(String(url)).toBe(
      `https://api.blockchair.com/bitcoin-cash/dashboards/transaction/${transactionId}`,
    )
    return Response.json(body, { status })
  }
  return readers.BCH({ fetch, now: Date.now() }, 'https://api.blockchair.com/bitcoin-cash', question)
}

describe('Blockchair', () => {
  it('shows what reached our address in either form, and when', async () => {
    expect(await read(dashboard())).toEqual({
      state: 'mined',
      paid: 5_000_000n,
      block: '800000',
      final: true,
      at: Date.UTC(2026, 7, 1, 10, 20, 30),
    })
  })

  it("counts six blocks, the payment's own among them", async () => {
    expect(await read(dashboard({}, { state: 800_004 }))).toMatchObject({ final: false })
  })

  it('knows nothing of others', async () => {
    const context = { code: 404, state: 800_005 }
    expect(await read({ data: null, context }, 404)).toEqual({ state: 'absent' })
    expect(await read({ data: [], context })).toEqual({ state: 'absent' })
    expect(await read({ data: null, context })).toEqual({ state: 'absent' })
  })

  it('shows one that is in no block as unconfirmed', async () => {
    expect(await read(dashboard({ block_id: -1 }))).toEqual({ state: 'unconfirmed' })
  })

  it.each([
    ['no quota left', { data: null, context: { code: 402, error: 'Too many requests' } }, 402],
    ['an error inside a success', { data: null, context: { code: 430 } }, 200],
    ['another transaction', dashboard({ hash: 'cd'.repeat(32) }), 200],
    ['no height of the chain', dashboard({}, { state: null }), 200],
    ['something else', { ok: true }, 200],
  ])('says nothing with %s', async (_, body, status) => {
    await expect(read(body, status)).rejects.toThrow(ProviderDown)
  })
})
