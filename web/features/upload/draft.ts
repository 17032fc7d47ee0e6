import type { LocationData } from '../../../contract/schemas/videos'
import { type Details, emptyDetails } from './details'

export const sourceTabs = ['url', 'file', 'camera'] as const
export type SourceTab = (typeof sourceTabs)[number]

/** What was typed and chosen, so that a reload or a failed submit loses nothing. */
export interface Draft {
  details: Details
  tab: SourceTab
  url: string
  /** An import that was started from the URL. */
  importId: string | null
  location: Pick<LocationData, 'latitude' | 'longitude'> | null
}

export const emptyDraft: Draft = {
  details: emptyDetails,
  tab: 'file',
  url: '',
  importId: null,
  location: null,
}

const prefix = 'draft:'

export function loadDraft(key: string): Draft {
  const text = localStorage.getItem(prefix + key)
  // A draft of an older version of the site may lack a field.
  return text === null ? emptyDraft : { ...emptyDraft, ...(JSON.parse(text) as Partial<Draft>) }
}

export function saveDraft(key: string, draft: Draft): void {
  localStorage.setItem(prefix + key, JSON.stringify(draft))
}

export function clearDraft(key: string): void {
  localStorage.removeItem(prefix + key)
}
