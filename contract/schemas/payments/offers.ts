import * as z from 'zod'
import { methodCurrencies, paymentMethods } from '../../values/payments/payments'
import { currencies, highestPrice, plans, priceFault } from '../../values/payments/prices'
import { regionCodes } from '../shared/parts'

const amount = z.number().min(0).max(highestPrice, 'Enter a lower price.')
const price = z.strictObject({ monthly: amount, yearly: amount })

/** The whole price list. */
export const pricesInput = z
  .strictObject({ USD: price, INR: price, EUR: price, GBP: price })
  .check(({ value, issues }) => {
    for (const currency of currencies)
      for (const plan of plans) {
        const message = priceFault(currency, plan, value[currency])
        if (message) issues.push({ code: 'custom', message, input: value, path: [currency, plan] })
      }
  })

const methodOffer = z
  .strictObject({
    method: z.enum(paymentMethods),
    offered: z.boolean(),
    currencies: z
      .array(z.enum(currencies))
      .min(1, 'Choose a currency.')
      .overwrite((chosen) => currencies.filter((each) => chosen.includes(each)))
      .nullable(),
    countries: z
      .strictObject({
        kind: z.enum(['only', 'except']),
        codes: regionCodes.min(1, 'Enter a country.').overwrite((codes) => [...new Set(codes)].sort()),
      })
      .nullable(),
  })
  .refine(
    (offer) => offer.currencies?.every((each) => methodCurrencies[offer.method].includes(each)) ?? true,
    { path: ['currencies'], message: "The method doesn't take this currency." },
  )

/** All methods, in the order of the chooser. */
export const methodOffersInput = z
  .array(methodOffer)
  .refine(
    (offers) =>
      offers.length === paymentMethods.length &&
      new Set(offers.map(({ method }) => method)).size === offers.length,
    'Name each method once.',
  )
