import * as z from 'zod'
import { type BankId, bankIds, methodCurrencies } from '../../values/payments/payments'
import { type Currency, currencies, type Plan, plans } from '../../values/payments/prices'

/** Methods whose provider brings a script of its own: they are paid in the checkout document alone. */
export const scriptMethods = ['wallet', 'checkout'] as const
export type ScriptMethod = (typeof scriptMethods)[number]

/** The address of the checkout document. It names what is bought; price, script and user are the server's. */
export const checkoutQuery = z
  .strictObject({
    method: z.enum(scriptMethods),
    plan: z.enum(plans),
    currency: z.enum(currencies),
    /** Chosen in the netbanking list already. */
    bank: z.enum(bankIds as [BankId, ...BankId[]]).optional(),
    /** Where a full page leads back to: a path of this site, and nothing that a browser could read as another one. */
    from: z
      .string()
      .max(300)
      .regex(/^\/(?![/\\])[\x21-\x7e]*$/)
      .optional(),
  })
  .refine(({ method, currency }) => methodCurrencies[method].includes(currency))
  .refine(({ method, bank }) => bank === undefined || method === 'checkout')
export type CheckoutQuery = z.infer<typeof checkoutQuery>

export interface CheckoutOrder {
  method: ScriptMethod
  plan: Plan
  currency: Currency
  bank: BankId | null
}

/** What the worker writes into the checkout document. */
export interface CheckoutBoot {
  siteName: string
  from: string
  /** Null where nothing can be paid; then `refusal` says why. */
  order: CheckoutOrder | null
  /** The provider's script, the only one of another host. */
  scriptUrl: string | null
  refusal: 'address' | 'signed_out' | 'unavailable' | null
  /** End of the running term, to which a new one is added. */
  premiumUntil: string | null
}
