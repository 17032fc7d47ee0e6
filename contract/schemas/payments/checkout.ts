import * as z from 'zod'
import {
  type BankId,
  bankIds,
  methodCurrencies,
  type ScriptMethod,
  scriptMethods,
} from '../../values/payments/payments'
import { type Currency, currencies, type Plan, plans } from '../../values/payments/prices'
import type { SiteLogo } from '../../values/shared/look'
import type { OwnClaim } from './payments'

/** URL of the checkout document. It names the purchase; price, script and user come from the server. */
export const checkoutQuery = z
  .strictObject({
    method: z.enum(scriptMethods),
    plan: z.enum(plans),
    currency: z.enum(currencies),
    /** Preselected in the netbanking list. */
    bank: z.enum(bankIds as [BankId, ...BankId[]]).optional(),
    /** The price that the buyer agreed to before, in minor units: if it is the current one, they aren't asked again. */
    agreedMinor: z.coerce.number().int().positive().optional(),
    /** The premium video whose locked page led here. */
    video: z.coerce.number().int().positive().optional(),
    /**
     * The path on this site to return to from a full page; no browser can read it as a URL of another site. The
     * document runs a provider's script, so that its address never has the key of an unlisted video.
     */
    from: z
      .string()
      .max(300)
      .regex(/^\/(?![/\\])[\x21-\x7e]*$/)
      .refine((from) => !/[?&]key=/.test(from))
      .optional(),
  })
  .refine(({ method, currency }) => methodCurrencies[method].includes(currency))
  .refine(({ method, bank }) => bank === undefined || method === 'checkout')
export type CheckoutQuery = z.infer<typeof checkoutQuery>

export interface CheckoutOrder {
  method: ScriptMethod
  plan: Plan
  currency: Currency
  /** The current price, which a new order would have. */
  amountMinor: number
  /** The consent to this price was given before. */
  agreed: boolean
  bank: BankId | null
  video: number | null
}

/** Boot data that the worker writes into the checkout document. */
export interface CheckoutBoot {
  siteName: string
  /** For questions about the order. */
  contactEmail: string
  /** `#rrggbb`; null: the theme's own. */
  accent: string | null
  /** The operator's own; null: the site's mark and name. */
  logo: SiteLogo | null
  from: string
  /** Null if nothing can be bought; `refusal` then says why. */
  order: CheckoutOrder | null
  /** The provider's script, the only one from another host. */
  scriptUrl: string | null
  refusal: 'address' | 'signed_out' | 'nothing_to_play' | 'unavailable' | 'waiting' | null
  /** Typed references that are being checked, which are the reason for `waiting`. */
  claims: OwnClaim[]
  /** The server's time. */
  now: string
  /** End of the running term; a new one is added to it. */
  premiumUntil: string | null
}
