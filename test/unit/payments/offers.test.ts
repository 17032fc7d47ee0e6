import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { methodOffersInput } from '#contract/schemas/payments/offers'
import { defaultOffers, type MethodOffer, readOffers } from '#contract/values/payments/offers'
import { paymentMethods } from '#contract/values/payments/payments'
import { currencies } from '#contract/values/payments/prices'

/** Returns the default list with one method's choice changed. */
function withOffer(method: MethodOffer['method'], change: object): unknown[] {
  return defaultOffers().map((offer) => (offer.method === method ? { ...offer, ...change } : offer))
}

describe('stored offers', () => {
  it('are all methods everywhere until an operator chooses', () => {
    expect(defaultOffers().map(({ method }) => method)).toEqual([...paymentMethods])
    expect(readOffers([])).toEqual(defaultOffers())
  })

  it('keep what was chosen, in its order', () => {
    const chosen = withOffer('card', {
      currencies: ['EUR'],
      countries: { kind: 'except', codes: ['FR', 'US-TX'] },
    }).reverse()
    expect(readOffers(chosen)).toEqual(chosen)
  })

  it('have a method that they lack behind the one before it by default', () => {
    const [card, wallet, checkout, upi, netbanking, bitcoin, crypto] = defaultOffers()
    expect(readOffers([crypto, netbanking, wallet])).toEqual(
      // Each missing method follows the one before it in the default order.
      [card, crypto, netbanking, bitcoin, wallet, checkout, upi],
    )
  })

  it.each([
    { offered: 'yes' },
    { currencies: [] },
    { currencies: ['INR'] },
    { currencies: ['USD', 'USD'] },
    { countries: { kind: 'only', codes: [] } },
    { countries: { kind: 'only', codes: ['France'] } },
    { countries: { kind: 'never', codes: ['FR'] } },
    { countries: 'FR' },
  ])('have the default in place of %j', (change) => {
    expect(readOffers(withOffer('card', change).reverse())).toEqual(defaultOffers().reverse())
  })

  it('stay off where they were, even if the rest of the choice is not valid any more', () => {
    const stored = withOffer('card', { offered: false, currencies: ['INR'] })
    expect(readOffers(stored)).toEqual(withOffer('card', { offered: false }))
  })

  it('are one valid choice for each method, whatever was stored', () => {
    const entry = fc.record(
      {
        method: fc.oneof(fc.constantFrom(...paymentMethods), fc.anything()),
        offered: fc.oneof(fc.boolean(), fc.anything()),
        currencies: fc.oneof(fc.constant(null), fc.array(fc.constantFrom(...currencies)), fc.anything()),
        countries: fc.oneof(
          fc.constant(null),
          fc.record({
            kind: fc.constantFrom('only', 'except'),
            codes: fc.array(fc.constantFrom('FR', 'US-TX', 'fr')),
          }),
          fc.anything(),
        ),
      },
      { requiredKeys: [] },
    )
    const stored = fc.oneof(fc.anything(), fc.array(fc.oneof(entry, fc.anything())))
    fc.assert(
      fc.property(stored, (value) => {
        const offers = readOffers(value)
        // The result can be saved unchanged, and is the same when it is read again.
        expect(methodOffersInput.parse(offers).length).toBe(paymentMethods.length)
        expect(readOffers(JSON.parse(JSON.stringify(offers)))).toEqual(offers)
      }),
      { numRuns: 500 },
    )
  })
})
