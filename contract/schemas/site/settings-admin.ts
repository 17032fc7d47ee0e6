import * as z from 'zod'
import { accentFault, homeSections, maxFooterLinks } from '../../values/shared/look'
import {
  blockedTermLimits,
  blockedTermMessages,
  termsFault,
  tidyTerms,
} from '../../values/site/blocked-terms'
import { legalBodyLength, legalTitleLength } from '../../values/site/legal-text'
import {
  maxBlockedRegions,
  regionPattern,
  settingLimits,
  siteDescriptionLength,
  siteNameLength,
} from '../../values/site/settings'
import { emailAddress } from '../accounts/auth'
import { account, line, time } from '../shared/parts'
import { footerLink, publicSettings } from './settings'

/** What administrators can set. Sizes are in bytes. */
export const adminSettings = publicSettings
  .omit({ siteUrl: true, offersDownloads: true, offers4k: true })
  .extend({
    /** Storage quota of an account, in bytes. */
    quotaBytes: z.number().int(),
    storageBudgetBytes: z.number().int(),
    /** ISO 3166: a country such as `FR`, or a subdivision such as `US-TX`. */
    blockedRegions: z.array(z.string()),
    /** An administrator has decided where the site is available, even if that is everywhere. */
    regionsDecided: z.boolean(),
    /** One a line. */
    blockedTerms: z.string(),
    /** A sample of the pages reports how it loaded. */
    fieldData: z.boolean(),
    updatedAt: time,
    updatedBy: account.nullable(),
  })
export type AdminSettings = z.infer<typeof adminSettings>

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
    blockedRegions: z
      .array(z.string().trim().toUpperCase().regex(regionPattern, 'Use codes such as FR or US-TX.'))
      .max(maxBlockedRegions),
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
  })
  .partial()
export type UpdateSettings = z.infer<typeof updateSettingsInput>

export const legalVersion = z.object({ version: z.number().int(), title: z.string(), publishedAt: time })
/** A legal page for editing: its text with placeholders unfilled, and earlier versions, newest first. */
export const adminLegal = z.object({
  slug: z.string(),
  title: z.string(),
  body: z.string(),
  version: z.number().int(),
  publishedAt: time,
  versions: z.array(legalVersion),
  /** A later version of the text that the site comes with, for a page that was edited before it. */
  newerDefault: z.object({ title: z.string(), body: z.string() }).nullable(),
})
export type AdminLegal = z.infer<typeof adminLegal>

export const publishLegalInput = z.strictObject({
  title: line.min(legalTitleLength.min).max(legalTitleLength.max),
  body: z.string().trim().min(legalBodyLength.min).max(legalBodyLength.max),
  /** The version that was edited: if there is a newer one, saving is a conflict. */
  version: z.int(),
})
export type PublishLegal = z.infer<typeof publishLegalInput>
