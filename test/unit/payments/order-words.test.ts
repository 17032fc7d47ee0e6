import { expect, it } from 'vitest'
import { orderErrorText } from '../../../web/entities/payment/order-words'

it.each([
  ['timeout', "The provider didn't answer. (timeout)"],
  ['http-503', "The provider didn't answer. (http-503)"],
  ['http-401', 'The provider refused our credentials or address. (http-401)'],
  ['token-401', 'The provider refused our credentials or address. (token-401)'],
  ['datalink-12', 'The provider refused our credentials or address. (datalink-12)'],
  ['datalink-3', 'DataLink refused the request. (datalink-3)'],
  ['invoice-not-found', "The provider doesn't know this order. (invoice-not-found)"],
  ['INSTRUMENT_DECLINED', 'The provider declined the payment. (INSTRUMENT_DECLINED)'],
  ['unexpected-answer', "The provider's answer isn't what we expect. (unexpected-answer)"],
  ['PAYEE_ACCOUNT_RESTRICTED', 'The provider said no. (PAYEE_ACCOUNT_RESTRICTED)'],
  ["Invoice 7 doesn't prove it.", "Invoice 7 doesn't prove it."],
])("an order's last error %s is told in words", (error, text) => {
  expect(orderErrorText(error)).toBe(text)
})
