import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { orderErrorText } from '#web/entities/payment/order-words'

const down = "The provider didn't answer."
const credentials = 'The provider refused our credentials.'
const between = 'The provider, or something in front of it, refused the request.'
const odd = "The provider's answer isn't what we expect."
const unknown = "The provider doesn't know this order."
const declined = 'The payment was declined.'

it.each([
  ...['timeout', 'network', 'circuit-open', 'http-429', 'http-503', 'http-522'].map((code) => [code, down]),
  ...['http-401', 'http-403', 'token-401', 'unauthenticated'].map((code) => [code, credentials]),
  ['missing-permission', credentials],
  ...['http-302', 'http-404', 'http-422', 'token-200'].map((code) => [code, between]),
  ...['unexpected-answer', 'not-json', 'other-invoice'].map((code) => [code, odd]),
  ...['unknown_order', 'invoice-not-found', 'RESOURCE_NOT_FOUND'].map((code) => [code, unknown]),
  ...['INSTRUMENT_DECLINED', 'PAYER_CANNOT_PAY', 'declined', 'payment_failed'].map((code) => [
    code,
    declined,
  ]),
  ['expired', 'Nothing was paid in time.'],
  ['invalid', 'It was called off at the provider.'],
  ['currency', "The provider can't take this currency."],
  ['datalink-8', "CCBill doesn't accept the address that asks. Check the relay."],
  ['datalink-12', 'CCBill has locked DataLink for an hour after failed log-ins.'],
  ['datalink-7', 'DataLink refused the request.'],
  ['datalink0', 'DataLink refused the request.'],
])("an order's last error %s means: %s", (code, meaning) => {
  expect(orderErrorText(code)).toBe(`${meaning} (${code})`)
})

it("leaves a code that only the provider explains as it is, and an adapter's sentence", () => {
  expect(orderErrorText('PAYEE_ACCOUNT_RESTRICTED')).toBe('Error code PAYEE_ACCOUNT_RESTRICTED.')
  expect(orderErrorText('capture-BAD_REQUEST_ERROR')).toBe('Error code capture-BAD_REQUEST_ERROR.')
  expect(orderErrorText("Invoice 7 doesn't prove it.")).toBe("Invoice 7 doesn't prove it.")
})

it('has words for every code that an adapter gives an order', () => {
  // Codes that no order gets. Explorers are asked about references; the other codes occur when a notice, a
  // list or a refund is read.
  const ofNoOrder = [
    'certificate',
    'certificate-limit',
    'record-behind',
    'refund-in-progress',
    'sale-vanished',
  ]
  const files = globSync(['worker/integrations/payments/*.ts', 'processors/*/adapter/*.ts'])
  const sources = files
    .filter((file) => !file.endsWith('refunds.ts'))
    .map((file) => readFileSync(file, 'utf8'))
  const given = /(?:new ProviderDown\(|failure: |kind: '(?:gone|declined)', code: )'([^']+)'/g
  const codes = sources.flatMap((source) => [...source.matchAll(given)].map(([, code = '']) => code))
  expect(codes).toEqual(
    expect.arrayContaining(['circuit-open', 'too-long', 'declined', 'currency', 'VOIDED']),
  )
  const wordless = codes.filter((code) => orderErrorText(code).startsWith('Error code'))
  expect(wordless.filter((code) => !ofNoOrder.includes(code))).toEqual([])
})
