import type { AdminSettings, UpdateSettings } from '../../../../contract/schemas/site/settings-admin'
import { emailPattern, messages } from '../../../../contract/values/accounts/messages'
import { formatBytes } from '../../../../contract/values/shared/bytes'
import { settingLimits, siteNameLength } from '../../../../contract/values/site/settings'
import type { Faults } from '../../../lib/use-form'
import { checkNewRegions, withNewRegions } from './blocked-regions'

/**
 * Values as typed: durations in seconds, bytes in gigabytes. Named as in the API, so that its sentences find
 * their fields.
 */
export interface SettingsValues {
  siteName: string
  siteDescription: string
  contactEmail: string
  cryptoPaymentsEnabled: boolean
  maintenanceMode: boolean
  requireContentApproval: boolean
  minDuration: string
  maxDuration: string
  maxUploadBytes: string
  quotaBytes: string
  storageBudgetBytes: string
  blockedRegions: readonly string[]
  /** Typed codes that aren't in the list yet. */
  newRegions: string
  regionsDecided: boolean
}

const gigabyte = 1e9

export function toValues(settings: AdminSettings): SettingsValues {
  return {
    siteName: settings.siteName,
    siteDescription: settings.siteDescription,
    contactEmail: settings.contactEmail,
    cryptoPaymentsEnabled: settings.cryptoPaymentsEnabled,
    maintenanceMode: settings.maintenanceMode,
    requireContentApproval: settings.requireContentApproval,
    minDuration: String(settings.minDuration),
    maxDuration: String(settings.maxDuration),
    maxUploadBytes: String(settings.maxUploadBytes / gigabyte),
    quotaBytes: String(settings.quotaBytes / gigabyte),
    storageBudgetBytes: String(settings.storageBudgetBytes / gigabyte),
    blockedRegions: settings.blockedRegions,
    newRegions: '',
    regionsDecided: settings.regionsDecided,
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

/** Returns the fields without local changes, which follow what others save. */
export function untouchedOf(values: SettingsValues, loaded: SettingsValues): (keyof UpdateSettings)[] {
  const changed = changesOf(values, loaded)
  const names = Object.keys(toUpdate(loaded)) as (keyof UpdateSettings)[]
  return names.filter((name) => !(name in changed))
}

function toUpdate(values: SettingsValues): Required<UpdateSettings> {
  return {
    siteName: values.siteName.trim(),
    siteDescription: values.siteDescription.trim(),
    contactEmail: values.contactEmail.trim(),
    cryptoPaymentsEnabled: values.cryptoPaymentsEnabled,
    maintenanceMode: values.maintenanceMode,
    requireContentApproval: values.requireContentApproval,
    minDuration: Number(values.minDuration),
    maxDuration: Number(values.maxDuration),
    maxUploadBytes: toBytes(values.maxUploadBytes),
    quotaBytes: toBytes(values.quotaBytes),
    storageBudgetBytes: toBytes(values.storageBudgetBytes),
    blockedRegions: [...values.blockedRegions],
    regionsDecided: values.regionsDecided,
  }
}

function toBytes(gigabytes: string): number {
  return Math.round(Number(gigabytes) * gigabyte)
}

export function checkSettings(values: SettingsValues): Faults<SettingsValues> {
  return {
    siteName: values.siteName.trim().length < siteNameLength.min && 'Enter a name.',
    contactEmail: !emailPattern.test(values.contactEmail.trim()) && messages.emailInvalid,
    minDuration: checkSeconds(values.minDuration, settingLimits.minDuration),
    maxDuration: checkSeconds(values.maxDuration, settingLimits.maxDuration),
    maxUploadBytes: checkBytes(values.maxUploadBytes, settingLimits.maxUploadBytes),
    quotaBytes: checkBytes(values.quotaBytes, { min: 0, max: Number.MAX_SAFE_INTEGER }),
    storageBudgetBytes: checkBytes(values.storageBudgetBytes, { min: 0, max: Number.MAX_SAFE_INTEGER }),
    newRegions: checkNewRegions(values),
  }
}

interface Range {
  min: number
  max: number
}

function checkSeconds(typed: string, { min, max }: Range): string | false {
  const isFine = /^\d+$/.test(typed.trim()) && Number(typed) >= min && Number(typed) <= max
  return !isFine && `Enter whole seconds, from ${min} to ${max}.`
}

function checkBytes(typed: string, { min, max }: Range): string | false {
  if (typed.trim() === '' || !Number.isFinite(Number(typed))) return 'Enter gigabytes, e.g. 2.5.'
  const bytes = toBytes(typed)
  if (bytes < min) return `Enter at least ${formatBytes(min)}.`
  return bytes > max && `Enter at most ${formatBytes(max)}.`
}
