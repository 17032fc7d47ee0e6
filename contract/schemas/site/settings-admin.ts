import * as z from 'zod'
import { emailPattern, messages } from '../../values/accounts/messages'
import { emailLength } from '../../values/shared/limits'
import { legalBodyLength, legalTitleLength } from '../../values/site/legal-text'
import {
  maxBlockedRegions,
  regionPattern,
  settingLimits,
  settingsMessages,
  siteDescriptionLength,
  siteNameLength,
  siteUrlLength,
} from '../../values/site/settings'
import { account, time } from '../shared/parts'
import { publicSettings } from './settings'

/** Settings as administrators see them. Sizes are in bytes. */
export const adminSettings = publicSettings.extend({
  /** Storage quota of an account, in bytes. */
  quotaBytes: z.number().int(),
  storageBudgetBytes: z.number().int(),
  /** ISO 3166: a country such as `FR`, or a subdivision such as `US-TX`. */
  blockedRegions: z.array(z.string()),
  /** An administrator has decided where the site is available, even if that is everywhere. */
  regionsDecided: z.boolean(),
  updatedAt: time,
  updatedBy: account.nullable(),
})
export type AdminSettings = z.infer<typeof adminSettings>

export const updateSettingsInput = z
  .strictObject({
    siteName: z.string().trim().min(siteNameLength.min).max(siteNameLength.max),
    siteDescription: z.string().trim().max(siteDescriptionLength.max),
    contactEmail: z.string().trim().max(emailLength.max).regex(emailPattern, messages.emailInvalid),
    siteUrl: z.url({ protocol: /^https?$/, error: settingsMessages.siteUrlInvalid }).max(siteUrlLength.max),
    cryptoPaymentsEnabled: z.boolean(),
    maintenanceMode: z.boolean(),
    requireContentApproval: z.boolean(),
    minDuration: z.int().min(settingLimits.minDuration.min).max(settingLimits.minDuration.max),
    maxDuration: z.int().min(settingLimits.maxDuration.min).max(settingLimits.maxDuration.max),
    maxUploadBytes: z.int().min(settingLimits.maxUploadBytes.min).max(settingLimits.maxUploadBytes.max),
    quotaBytes: z.int().min(0),
    storageBudgetBytes: z.int().min(0),
    blockedRegions: z
      .array(z.string().trim().toUpperCase().regex(regionPattern, 'Use codes such as FR or US-TX.'))
      .max(maxBlockedRegions),
    regionsDecided: z.boolean(),
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
})
export type AdminLegal = z.infer<typeof adminLegal>

export const publishLegalInput = z.strictObject({
  title: z.string().trim().min(legalTitleLength.min).max(legalTitleLength.max),
  body: z.string().trim().min(legalBodyLength.min).max(legalBodyLength.max),
  /** The version that was edited: if there is a newer one, saving is a conflict. */
  version: z.int(),
})
export type PublishLegal = z.infer<typeof publishLegalInput>
