import * as z from 'zod'
import { type CardProcessor, cardProcessors, type MethodOffer } from '../../values/payments/offers'
import type { PaymentMethod } from '../../values/payments/payments'
import { accentFault, homeSections, maxFooterLinks } from '../../values/shared/look'
import {
  blockedTermLimits,
  blockedTermMessages,
  termsFault,
  tidyTerms,
} from '../../values/site/blocked-terms'
import { legalBodyLength, legalTitleLength } from '../../values/site/legal-text'
import { settingLimits, siteDescriptionLength, siteNameLength } from '../../values/site/settings'
import { emailAddress } from '../accounts/auth'
import { methodOffersInput, pricesInput } from '../payments/offers'
import type { Account } from '../shared/parts'
import { line, regionCodes } from '../shared/parts'
import type { PublicSettings } from './settings'
import { footerLink } from './settings'

/** What administrators can set. Sizes are in bytes. */
export type AdminSettings = Omit<PublicSettings, 'siteUrl' | 'offersDownloads' | 'offers4k'> & {
  /** Storage quota of an account, in bytes. */
  quotaBytes: number
  storageBudgetBytes: number
  /** ISO 3166: a country such as `FR`, or a subdivision such as `US-TX`. */
  blockedRegions: string[]
  /** An administrator has decided where the site is available, even if that is everywhere. */
  regionsDecided: boolean
  /** One a line. */
  blockedTerms: string
  /** A sample of the pages reports how it loaded. */
  fieldData: boolean
  /** All methods, in the order of the chooser. */
  paymentMethods: MethodOffer[]
  /** Null: the first that is configured. */
  cardProcessor: CardProcessor | null
  /** What is configured on this server, whatever the settings say. */
  configured: { methods: PaymentMethod[]; cardProcessors: CardProcessor[] }
  /** Turned on and off by an act of its own, which keeps the card rules. */
  cardPaymentsEnabled: boolean
  /** Since when the card rules lock approval; null while they don't. */
  cardRulesSince: string | null
  updatedAt: string
  updatedBy: Account | null
}

export const updateSettingsInput = z
  .strictObject({
    siteName: line.min(siteNameLength.min).max(siteNameLength.max),
    siteDescription: z.string().trim().max(siteDescriptionLength.max),
    contactEmail: emailAddress,
    cryptoPaymentsEnabled: z.boolean(),
    maintenanceMode: z.boolean(),
    requireContentApproval: z.boolean(),
    commentsEnabled: z.boolean(),
    fieldData: z.boolean(),
    minDuration: z.int().min(settingLimits.minDuration.min).max(settingLimits.minDuration.max),
    maxDuration: z.int().min(settingLimits.maxDuration.min).max(settingLimits.maxDuration.max),
    maxUploadBytes: z.int().min(settingLimits.maxUploadBytes.min).max(settingLimits.maxUploadBytes.max),
    quotaBytes: z.int().min(0),
    storageBudgetBytes: z.int().min(0),
    blockedRegions: regionCodes,
    regionsDecided: z.boolean(),
    blockedTerms: z
      .string()
      // Two characters at most for each that counts, and the line breaks of any system.
      .max(blockedTermLimits.terms * (2 * blockedTermLimits.length + 2), blockedTermMessages.many)
      .overwrite(tidyTerms)
      .check(({ value, issues }) => {
        const fault = termsFault(value)
        if (fault) issues.push({ code: 'custom', message: fault, input: value })
      }),
    accent: z
      .string()
      .trim()
      .toLowerCase()
      .check((checked) => {
        const fault = accentFault(checked.value)
        if (fault) checked.issues.push({ code: 'custom', message: fault, input: checked.value })
      })
      .nullable(),
    /** Only removes it: a PUT of the picture sets it. */
    logo: z.null(),
    footerLinks: z.array(footerLink).max(maxFooterLinks),
    homeSections: z
      .array(z.enum(homeSections))
      .min(1, 'Show at least one section.')
      .refine((sections) => new Set(sections).size === sections.length, 'Name each section once.'),
    prices: pricesInput,
    paymentMethods: methodOffersInput,
    /** Null: the first that is configured. */
    cardProcessor: z.enum(cardProcessors).nullable(),
  })
  .partial()
export type UpdateSettings = z.infer<typeof updateSettingsInput>

export interface LegalVersion {
  version: number
  title: string
  publishedAt: string
}
/** A legal page for editing: its text with placeholders unfilled, and earlier versions, newest first. */
export interface AdminLegal {
  slug: string
  title: string
  body: string
  version: number
  publishedAt: string
  versions: LegalVersion[]
  /** A later version of the text that the site comes with, for a page that was edited before it. */
  newerDefault: { title: string; body: string } | null
}

export const publishLegalInput = z.strictObject({
  title: line.min(legalTitleLength.min).max(legalTitleLength.max),
  body: z.string().trim().min(legalBodyLength.min).max(legalBodyLength.max),
  /** The version that was edited: if there is a newer one, saving is a conflict. */
  version: z.int(),
})
export type PublishLegal = z.infer<typeof publishLegalInput>
