import { assert, constantFrom, property, stringMatching } from 'fast-check'
import { encodeQR } from 'qr'
import decodeQR from 'qr/decode.js'
import { describe, expect, it } from 'vitest'
import { coinFacts, coins, formatAtomic } from '#contract/values/payments/payments'
import { defaultPrices, plans } from '#contract/values/payments/prices'
import { savesAsShown } from '#web/features/premium/pay/choice/coin-saving'
import { coinUri, upiUri } from '#web/features/premium/pay/methods/payment-uri'

const address = stringMatching(/^[a-zA-HJ-NP-Z0-9]{20,60}$/)

/** Reads a code like a camera: four pixels for each module. */
function scan(text: string): string {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4, scale: 4 })
  const data = new Uint8Array(
    rows.flatMap((row) => row.flatMap((dark) => (dark ? [0, 0, 0, 255] : [255, 255, 255, 255]))),
  )
  return decodeQR({ width: rows.length, height: rows.length, data })
}

describe('payment links', () => {
  it('ask for ether in whole wei, as ERC-681 has it', () => {
    expect(coinUri('ETH', '0xabc', 'monthly')).toBe('ethereum:0xabc@1?value=7000000000000000')
    // In floating point this one comes out 10 wei too high.
    expect(coinUri('ETH', '0xabc', 'yearly')).toBe('ethereum:0xabc@1?value=70000000000000000')
    expect(coinUri('MATIC', '0xabc', 'yearly')).toBe('ethereum:0xabc@137?value=185000000000000000000')
  })

  it('ask for other coins in whole coins, and name the scheme once', () => {
    expect(coinUri('BTC', 'bc1q', 'monthly')).toBe('bitcoin:bc1q?amount=0.0005')
    expect(coinUri('LTC', 'ltc1q', 'yearly')).toBe('litecoin:ltc1q?amount=1.5')
    expect(coinUri('BCH', 'bitcoincash:qpm2', 'monthly')).toBe('bitcoincash:qpm2?amount=0.05')
    expect(coinUri('USDT', 'TJRab', 'monthly')).toBeNull()
  })

  it('carry exactly the amount that is asked for, whatever the address', () => {
    assert(
      property(constantFrom(...coins), constantFrom(...plans), address, (coin, plan, to) => {
        const uri = coinUri(coin, to, plan)
        if (uri === null) return coin === 'USDT'
        const [target = '', query = ''] = uri.split('?')
        const [[name, value] = []] = [...new URLSearchParams(query)]
        const { amounts, decimals } = coinFacts[coin]
        const asked = name === 'value' ? amounts[plan] : formatAtomic(amounts[plan], decimals)
        return target.split(':')[1]?.split('@')[0] === to && value === asked
      }),
    )
  })

  it('open a UPI app with payee, rupees and a neutral note', () => {
    expect(upiUri({ payee: 'shop@bank', payeeName: 'A & B' }, 'monthly', 99_900)).toBe(
      'upi://pay?pa=shop@bank&pn=A%20%26%20B&am=999.00&cu=INR&tn=Membership%2C%2030%20days',
    )
    expect(upiUri({ payee: 'shop@bank', payeeName: 'Shop' }, 'yearly', 799_905)).toContain('&am=7999.05&')
  })

  it('can be read back from their codes', () => {
    const links = plans.flatMap((plan) => [
      upiUri({ payee: 'nocturne.sandbox@upi', payeeName: 'Membership' }, plan, defaultPrices.INR[plan]),
      ...coins.map(
        (coin) => coinUri(coin, '0x52908400098527886E0F7030069857D2E4169EE7', plan) ?? 'TJRabPrwbZy45',
      ),
    ])
    for (const link of links) expect(scan(link)).toBe(link)
  })
})

it('a yearly saving is claimed for no coin in which it is smaller', () => {
  expect(coins.filter((coin) => savesAsShown(coin, defaultPrices.USD))).toEqual(['USDT'])
  expect(coins.filter((coin) => savesAsShown(coin, defaultPrices.INR))).toEqual(['USDT'])
})
