import * as z from 'zod'
import { defaultOffers, readOffers } from '../../values/payments/offers'
import { defaultPrices, readPrices } from '../../values/payments/prices'
import { cardProcessors } from '../../values/payments/processors'
import {
  accentFault,
  footerLabelLength,
  footerUrlLength,
  homeSections,
  isFooterUrl,
  maxFooterLinks,
} from '../../values/shared/look'
import { readRegionCodes } from '../../values/shared/regions'
import {
  blockedTermLimits,
  blockedTermMessages,
  termsFault,
  tidyTerms,
} from '../../values/site/blocked-terms'
import { settingLimits, siteDescriptionLength, siteNameLength } from '../../values/site/settings'
import { emailAddress } from '../accounts/auth'
import { methodOffersInput, pricesInput } from '../payments/offers'
import { line, prose, regionCodes } from '../shared/parts'

interface Setting<Schema extends z.ZodType, Public extends boolean> {
  /** The values that may be set and are stored. */
  schema: Schema
  /** The value until one is set, and in place of a stored value that isn't valid. */
  initial: z.output<Schema>
  isPublic: Public
  /** Returns the usable part of a stored value that isn't valid. */
  mend?: (stored: unknown) => z.output<Schema>
  /** The value while the settings can't be read, if the initial value could do harm then. */
  unread?: z.output<Schema>
}

type Rest<Schema extends z.ZodType> = Pick<Setting<Schema, boolean>, 'mend' | 'unread'>

/** A setting that only administrators see. */
function setting<Schema extends z.ZodType>(
  schema: Schema,
  initial: z.output<Schema>,
  rest: Rest<Schema> = {},
): Setting<Schema, false> {
  return { schema, initial, isPublic: false, ...rest }
}

/** A setting that everyone may see. */
function publicSetting<Schema extends z.ZodType>(
  schema: Schema,
  initial: z.output<Schema>,
  rest: Rest<Schema> = {},
): Setting<Schema, true> {
  return { schema, initial, isPublic: true, ...rest }
}

/** Served by `/api/logo/{hash}`. */
const siteLogo = z.object({ url: z.string(), width: z.int(), height: z.int() })

const footerLink = z.strictObject({
  label: line.min(footerLabelLength.min).max(footerLabelLength.max),
  url: line
    .max(footerUrlLength.max)
    .refine(isFooterUrl, 'Enter a URL with https://, or a path on this site such as /premium.'),
})

/**
 * All settings: the only place that defines each setting's valid values, its default, and whether everyone
 * may see it. The stored document, its copies and the API's responses follow from it.
 */
const all = {
  siteName: publicSetting(line.min(siteNameLength.min).max(siteNameLength.max), 'Nocturne'),
  siteDescription: publicSetting(
    prose.max(siteDescriptionLength.max),
    'Videos for adults, free and premium.',
    { unread: '' },
  ),
  contactEmail: publicSetting(emailAddress, 'contact@example.com', { unread: '' }),
  cryptoPaymentsEnabled: publicSetting(z.boolean(), false),
  maintenanceMode: publicSetting(z.boolean(), false),
  requireContentApproval: publicSetting(z.boolean(), false, { unread: true }),
  /** Videos can have comments, as far as their uploaders want them. */
  commentsEnabled: publicSetting(z.boolean(), false),
  /** A sample of browsers reports how pages loaded, without saying whose browser it was. */
  fieldData: setting(z.boolean(), true, { unread: false }),
  /** Seconds. */
  minDuration: publicSetting(
    z.int().min(settingLimits.minDuration.min).max(settingLimits.minDuration.max),
    1,
  ),
  maxDuration: publicSetting(
    z.int().min(settingLimits.maxDuration.min).max(settingLimits.maxDuration.max),
    3600,
  ),
  maxUploadBytes: publicSetting(
    z.int().min(settingLimits.maxUploadBytes.min).max(settingLimits.maxUploadBytes.max),
    4e9,
    { unread: 0 },
  ),
  /** Storage quota of an account. */
  quotaBytes: setting(z.int().min(0), 50e9, { unread: 0 }),
  /** Number of videos that an account's watch history keeps: the latest. */
  historyLimit: publicSetting(
    z.int().min(settingLimits.historyLimit.min).max(settingLimits.historyLimit.max),
    1000,
  ),
  /** The operator's storage budget. */
  storageBudgetBytes: setting(z.int().min(0), 1e12),
  /** Countries and subdivisions in which the site responds with 451: `FR`, `US-TX`. */
  blockedRegions: setting(regionCodes, [], { mend: readRegionCodes }),
  /** An administrator has decided where the site is available, even if that is everywhere. */
  regionsDecided: setting(z.boolean(), false),
  /** Terms that no text of termPlaces may contain, one a line. */
  blockedTerms: setting(
    z
      .string()
      // At most two UTF-16 units for each character, and two for each line break.
      .max(blockedTermLimits.terms * (2 * blockedTermLimits.length + 2), blockedTermMessages.many)
      .overwrite(tidyTerms)
      .check(({ value, issues }) => {
        const fault = termsFault(value)
        if (fault) issues.push({ code: 'custom', message: fault, input: value })
      }),
    '',
  ),
  /** `#rrggbb`; null: the theme's own. */
  accent: publicSetting(
    z
      .string()
      .trim()
      .toLowerCase()
      .check((checked) => {
        const fault = accentFault(checked.value)
        if (fault) checked.issues.push({ code: 'custom', message: fault, input: checked.value })
      })
      .nullable(),
    null,
  ),
  /** Null: the built-in mark. */
  logo: publicSetting(siteLogo.nullable(), null),
  footerLinks: publicSetting(z.array(footerLink).max(maxFooterLinks), []),
  /** Sections of the home page, in order. */
  homeSections: publicSetting(
    z
      .array(z.enum(homeSections))
      .min(1, 'Show at least one section.')
      .refine((sections) => new Set(sections).size === sections.length, 'Name each section once.'),
    [...homeSections],
  ),
  prices: publicSetting(pricesInput, defaultPrices, { mend: readPrices }),
  /** The methods that are offered, their order, and where they are offered. */
  paymentMethods: setting(methodOffersInput, defaultOffers(), { mend: readOffers }),
  /** Null: the first that is configured. */
  cardProcessor: setting(z.enum(cardProcessors).nullable(), null),
}

type All = typeof all
type PublicName = { [Name in keyof All]: All[Name]['isPublic'] extends true ? Name : never }[keyof All]

export type SettingsDocument = { [Name in keyof All]: z.output<All[Name]['schema']> }

const entries: [string, Setting<z.ZodType, boolean>][] = Object.entries(all)

/** The settings of a site that has set none. */
export const defaultSettings = Object.fromEntries(
  entries.map(([name, { initial }]) => [name, initial]),
) as SettingsDocument

/** The settings used while the stored ones can't be read: the site can do no harm with them. */
export const unreadSettings = Object.fromEntries(
  entries.map(([name, { initial, unread = initial }]) => [name, unread]),
) as SettingsDocument

/** All settings, each present and valid. */
export const settingsDocument = z.object(
  Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])) as {
    [Name in keyof All]: All[Name]['schema']
  },
)

/** The settings that administrators can change. */
export const updateSettingsInput = z
  .strictObject({
    ...settingsDocument.shape,
    /** Only removes it: a PUT of the picture sets it. */
    logo: z.null(),
  })
  .partial()
export type UpdateSettings = z.infer<typeof updateSettingsInput>

/**
 * Reads the stored document, which this version or any other has written. Returns the settings, and those
 * among them that replace an invalid value.
 */
export function readSettings(document: string): {
  settings: SettingsDocument
  mended: Partial<SettingsDocument>
} {
  const stored = JSON.parse(document) as Record<string, unknown>
  const mended: Record<string, unknown> = {}
  const settings = entries.map(([name, { schema, initial, mend }]) => {
    if (!Object.hasOwn(stored, name)) return [name, initial]
    const { success, data } = schema.safeParse(stored[name])
    if (success) return [name, data]
    mended[name] = mend ? mend(stored[name]) : readSwitch(stored[name], initial)
    return [name, mended[name]]
  })
  return { settings: Object.fromEntries(settings), mended }
}

/** SQL has no booleans: a switch that was set by hand may be 1 or 0. */
function readSwitch(stored: unknown, initial: unknown): unknown {
  return typeof initial === 'boolean' && (stored === 0 || stored === 1) ? stored === 1 : initial
}

/**
 * Returns the stored document with a change. The other settings stay as stored: those that are absent keep
 * following the default, and values that only another version of the site accepts are kept.
 */
export function withSettings(document: string, change: Partial<SettingsDocument>): string {
  return JSON.stringify({ ...JSON.parse(document), ...change })
}

/** The settings that everyone may see. */
export type PublicSettings = Pick<SettingsDocument, PublicName> & {
  /** SITE_ORIGIN, from the configuration rather than the settings. */
  siteUrl: string
  /** Whether any public video can be downloaded or is in 4K, for the premium pitch. */
  offersDownloads: boolean
  offers4k: boolean
}

export function publicPart(settings: SettingsDocument): Pick<SettingsDocument, PublicName> {
  const shown = entries.filter(([, { isPublic }]) => isPublic)
  return Object.fromEntries(
    shown.map(([name]): [string, unknown] => [name, settings[name as PublicName]]),
  ) as typeof settings
}

/** A legal page: paragraphs divided by blank lines, headings begin with `## `. */
export interface LegalDocument {
  slug: string
  title: string
  body: string
  version: number
  publishedAt: string
}
