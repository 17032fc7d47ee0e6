import type { PublicSettings } from '#contract/schemas/site/settings'
import { type LegalPlaceholder, legalPlaceholders } from '#contract/values/site/legal-text'

/** Fills placeholders when a text is read, so that a new contact address needs no new version. */
export function fillPlaceholders(text: string, settings: Pick<PublicSettings, LegalPlaceholder>): string {
  return text.replace(named, (written, name) =>
    isKnown(name) ? settings[name].toLocaleString('en') : written,
  )
}

/** Returns the first placeholder that nothing fills, as written; undefined when there is none. */
export function unknownPlaceholder(text: string): string | undefined {
  return [...text.matchAll(named)].find(([, name = '']) => !isKnown(name))?.[0]
}

const named = /\{(\w+)\}/g

function isKnown(name: string): name is LegalPlaceholder {
  return legalPlaceholders.some((known) => known === name)
}
