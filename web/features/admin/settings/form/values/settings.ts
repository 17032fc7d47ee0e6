import type { UpdateSettings } from '#contract/schemas/site/settings'
import type { AdminSettings } from '#contract/schemas/site/settings-admin'
import { emailMessages, isEmailAddress } from '#contract/values/accounts/email-rules'
import type { CardProcessor } from '#contract/values/payments/processors'
import { durationInWords } from '#contract/values/shared/duration-words'
import {
  accentFault,
  defaultAccent,
  type FooterLink,
  type HomeSection,
  isFooterUrl,
} from '#contract/values/shared/look'
import { termsFault, tidyTerms } from '#contract/values/site/blocked-terms'
import { settingLimits, siteNameLength } from '#contract/values/site/settings'
import type { Faults } from '#web/lib/form/use-form'
import { checkNewRegions, withNewRegions } from './blocked-regions'
import {
  checkOffers,
  checkPrices,
  readTypedOffer,
  readTypedPrices,
  type TypedOffer,
  type TypedPrices,
  typedOffer,
  typedPrices,
} from './payments'
import { countText, readCount, readDuration, readSize, sizeText } from './typed-limits'

/**
 * Values as typed: `60 minutes`, `4 GB`. Named as in the API, so that its sentences find their fields.
 */
export interface SettingsValues {
  siteName: string
  siteDescription: string
  contactEmail: string
  cryptoPaymentsEnabled: boolean
  maintenanceMode: boolean
  requireContentApproval: boolean
  commentsEnabled: boolean
  fieldData: boolean
  minDuration: string
  maxDuration: string
  maxUploadBytes: string
  quotaBytes: string
  historyLimit: string
  storageBudgetBytes: string
  blockedRegions: readonly string[]
  /** Typed codes that aren't in the list yet. */
  newRegions: string
  regionsDecided: boolean
  /** One a line. */
  blockedTerms: string
  /** `#rrggbb`; empty: the theme's own. */
  accent: string
  footerLinks: readonly FooterLink[]
  homeSections: readonly HomeSection[]
  prices: TypedPrices
  paymentMethods: readonly TypedOffer[]
  /** Empty: the first that is configured. */
  cardProcessor: CardProcessor | ''
}

export function toValues(settings: AdminSettings): SettingsValues {
  return {
    siteName: settings.siteName,
    siteDescription: settings.siteDescription,
    contactEmail: settings.contactEmail,
    cryptoPaymentsEnabled: settings.cryptoPaymentsEnabled,
    maintenanceMode: settings.maintenanceMode,
    requireContentApproval: settings.requireContentApproval,
    commentsEnabled: settings.commentsEnabled,
    fieldData: settings.fieldData,
    minDuration: durationInWords(settings.minDuration),
    maxDuration: durationInWords(settings.maxDuration),
    maxUploadBytes: sizeText(settings.maxUploadBytes),
    quotaBytes: sizeText(settings.quotaBytes),
    historyLimit: countText(settings.historyLimit),
    storageBudgetBytes: sizeText(settings.storageBudgetBytes),
    blockedRegions: settings.blockedRegions,
    newRegions: '',
    regionsDecided: settings.regionsDecided,
    blockedTerms: settings.blockedTerms,
    accent: settings.accent ?? '',
    footerLinks: settings.footerLinks,
    homeSections: settings.homeSections,
    prices: typedPrices(settings.prices),
    paymentMethods: settings.paymentMethods.map(typedOffer),
    cardProcessor: settings.cardProcessor ?? '',
  }
}

/**
 * Returns the changed values only, so that two administrators on different fields don't undo each other's
 * work.
 */
export function changesOf(values: SettingsValues, loaded: SettingsValues): UpdateSettings {
  const before = toUpdate(loaded)
  const changed = Object.entries(toUpdate(withNewRegions(values))).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]),
  )
  return Object.fromEntries(changed)
}

/** Returns the fields without local changes, which take over others' saved changes. */
export function untouchedOf(
  values: SettingsValues,
  loaded: SettingsValues,
): Exclude<keyof UpdateSettings, 'logo'>[] {
  const changed = changesOf(values, loaded)
  const names = Object.keys(toUpdate(loaded)) as Exclude<keyof UpdateSettings, 'logo'>[]
  return names.filter((name) => !(name in changed))
}

/** Returns the settings that the form sets. The logo isn't among them: it is stored at once. */
function toUpdate(values: SettingsValues): Required<Omit<UpdateSettings, 'logo'>> {
  return {
    siteName: values.siteName.trim(),
    siteDescription: values.siteDescription.trim(),
    contactEmail: values.contactEmail.trim(),
    cryptoPaymentsEnabled: values.cryptoPaymentsEnabled,
    maintenanceMode: values.maintenanceMode,
    requireContentApproval: values.requireContentApproval,
    commentsEnabled: values.commentsEnabled,
    fieldData: values.fieldData,
    minDuration: readDuration(values.minDuration) ?? Number.NaN,
    maxDuration: readDuration(values.maxDuration) ?? Number.NaN,
    maxUploadBytes: readSize(values.maxUploadBytes) ?? Number.NaN,
    quotaBytes: readSize(values.quotaBytes) ?? Number.NaN,
    historyLimit: readCount(values.historyLimit) ?? Number.NaN,
    storageBudgetBytes: readSize(values.storageBudgetBytes) ?? Number.NaN,
    blockedRegions: [...values.blockedRegions],
    regionsDecided: values.regionsDecided,
    blockedTerms: tidyTerms(values.blockedTerms),
    accent: accentOf(values),
    footerLinks: values.footerLinks.map(({ label, url }) => ({ label: label.trim(), url: url.trim() })),
    homeSections: [...values.homeSections],
    prices: readTypedPrices(values.prices),
    paymentMethods: values.paymentMethods.map(readTypedOffer),
    cardProcessor: values.cardProcessor === '' ? null : values.cardProcessor,
  }
}

/** Returns the typed colour, or null for the theme's own. */
function accentOf({ accent }: SettingsValues): string | null {
  const typed = accent.trim().toLowerCase()
  return typed === '' || typed === defaultAccent ? null : typed
}

export function checkSettings(values: SettingsValues): Faults<SettingsValues> {
  return {
    siteName: values.siteName.trim().length < siteNameLength.min && 'Enter a name.',
    contactEmail: !isEmailAddress(values.contactEmail) && emailMessages.invalid,
    minDuration: checkDuration(values.minDuration, settingLimits.minDuration),
    maxDuration: checkDuration(values.maxDuration, settingLimits.maxDuration),
    maxUploadBytes: checkSize(values.maxUploadBytes, settingLimits.maxUploadBytes),
    quotaBytes: checkSize(values.quotaBytes, { min: 0, max: Number.MAX_SAFE_INTEGER }),
    historyLimit: checkCount(values.historyLimit, settingLimits.historyLimit),
    storageBudgetBytes: checkSize(values.storageBudgetBytes, { min: 0, max: Number.MAX_SAFE_INTEGER }),
    newRegions: checkNewRegions(values),
    blockedTerms: termsFault(tidyTerms(values.blockedTerms)),
    accent: accentFault(accentOf(values) ?? defaultAccent) ?? false,
    footerLinks: checkFooterLinks(values.footerLinks),
    homeSections: values.homeSections.length === 0 && 'Show at least one section.',
    prices: checkPrices(values.prices),
    paymentMethods: checkOffers(values.paymentMethods),
  }
}

interface Range {
  min: number
  max: number
}

function checkFooterLinks(links: readonly FooterLink[]): string | false {
  const wrong = links.findIndex(({ label, url }) => label.trim() === '' || !isFooterUrl(url.trim()))
  return (
    wrong >= 0 &&
    `Link ${wrong + 1} needs a name, and a URL with https:// or a path on this site such as /premium.`
  )
}

function checkDuration(typed: string, { min, max }: Range): string | false {
  const seconds = readDuration(typed)
  const isFine = seconds !== null && seconds >= min && seconds <= max
  return !isFine && `Enter a time from ${durationInWords(min)} to ${durationInWords(max)}, e.g. 90 seconds.`
}

function checkSize(typed: string, { min, max }: Range): string | false {
  const bytes = readSize(typed)
  if (bytes === null) return 'Enter a size, e.g. 4 GB or 500 MB.'
  if (bytes < min) return `Enter at least ${sizeText(min)}.`
  return bytes > max && `Enter at most ${sizeText(max)}.`
}

function checkCount(typed: string, { min, max }: Range): string | false {
  const count = readCount(typed)
  const isFine = count !== null && count >= min && count <= max
  return !isFine && `Enter a number from ${countText(min)} to ${countText(max)}.`
}
