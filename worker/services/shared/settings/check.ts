import type { SettingsDocument } from '#contract/schemas/site/settings'
import { methodNames } from '#contract/values/payments/method-names'
import { AppError, invalidField } from '#worker/errors'
import { isIn, isRegion } from '#worker/policy/regions'
import type { KnownSettings } from './get'

/** Refuses settings that contradict each other or lock out their sender. */
export function checkSettings(
  { settings, row }: KnownSettings,
  change: Partial<SettingsDocument>,
  place: string | undefined,
): void {
  const next = { ...settings, ...change }
  if (row.cardRulesSince !== null && !next.requireContentApproval) {
    const message = 'Content approval stays on while the site takes cards. Turn off card payments first.'
    throw new AppError('conflict', message, { errors: [{ path: 'requireContentApproval', message }] })
  }
  if (next.minDuration > next.maxDuration) {
    throw either(change, 'minDuration', 'maxDuration', "The shortest duration can't exceed the longest.")
  }
  if (next.maxUploadBytes > next.quotaBytes) {
    const message = "The largest file can't exceed the storage per account."
    throw either(change, 'maxUploadBytes', 'quotaBytes', message)
  }
  const unknown = change.blockedRegions?.find((region) => !isRegion(region))
  if (unknown !== undefined) {
    throw invalidField('blockedRegions', `${unknown} isn't a region code. Use codes such as FR or US-TX.`)
  }
  for (const { method, countries } of change.paymentMethods ?? []) {
    const nowhere = countries?.codes.find((code) => !isRegion(code))
    if (nowhere === undefined) continue
    const message = `${methodNames[method]}: ${nowhere} isn't a region code. Use codes such as FR or US-TX.`
    throw invalidField('paymentMethods', message)
  }
  if (isIn(place, next.blockedRegions) && !isIn(place, settings.blockedRegions)) {
    const message = `You are in ${place} yourself, so you'd lock yourself out.`
    throw invalidField('blockedRegions', message)
  }
}

/** Puts the error on the field that was changed; on the first when both were. */
function either(
  change: Partial<SettingsDocument>,
  first: keyof SettingsDocument,
  second: keyof SettingsDocument,
  message: string,
): AppError {
  return invalidField(first in change ? first : second, message)
}
