import { maxRegions, regionPattern } from '#contract/values/shared/regions'
import type { Form } from '#web/lib/form/use-form'
import type { SettingsValues } from './settings'

type Regions = Pick<SettingsValues, 'blockedRegions' | 'regionsDecided' | 'newRegions'>

/** Reads codes as typed, separated by commas or spaces. */
export function readCodes(typed: string): string[] {
  return typed
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
}

/**
 * Returns the values with the typed codes in the list. Listing a region also counts as the decision about
 * availability.
 */
export function withNewRegions<Values extends Regions>(values: Values): Values {
  const codes = readCodes(values.newRegions)
  if (codes.length === 0) return { ...values, newRegions: '' }
  const blockedRegions = [...new Set([...values.blockedRegions, ...codes])].sort()
  return { ...values, blockedRegions, regionsDecided: true, newRegions: '' }
}

/** Returns the error in the typed codes, or false. */
export function checkNewRegions(values: Regions): string | false {
  const wrong = readCodes(values.newRegions).find((code) => !regionPattern.test(code))
  if (wrong !== undefined) return `${wrong} isn't a region code. Use codes such as FR or US-TX.`
  const { length } = withNewRegions(values).blockedRegions
  return length > maxRegions && `At most ${maxRegions} can be listed.`
}

/** Moves the typed codes into the list. */
export function addNewRegions({ values, set }: Pick<Form<SettingsValues>, 'values' | 'set'>): void {
  const { blockedRegions, regionsDecided, newRegions } = withNewRegions(values)
  set('blockedRegions', blockedRegions)
  set('regionsDecided', regionsDecided)
  set('newRegions', newRegions)
}
