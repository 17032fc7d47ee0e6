import type { LocationData } from '../../../contract/schemas/videos'
import { emptyDetails, type VideoDetails } from './details'

export type SourceTab = 'url' | 'file' | 'camera'

/** What was typed and chosen, so that a reload or a failed submit loses nothing. */
export interface Draft {
  details: VideoDetails
  tab: SourceTab
  url: string
  /** An import that was started from the URL. */
  importId: string | null
  location: Pick<LocationData, 'latitude' | 'longitude'> | null
}

const emptyDraft: Draft = {
  details: emptyDetails,
  tab: 'file',
  url: '',
  importId: null,
  location: null,
}

const prefix = 'draft:'

export function loadDraft(key: string): Draft {
  const text = localStorage.getItem(prefix + key)
  if (text === null) return emptyDraft
  // A draft of an older version of the site may lack a field.
  const draft = JSON.parse(text) as Partial<Draft>
  return { ...emptyDraft, ...draft, details: { ...emptyDetails, ...draft.details } }
}

export function saveDraft(key: string, draft: Draft): void {
  localStorage.setItem(prefix + key, JSON.stringify(draft))
}

export function clearDraft(key: string): void {
  localStorage.removeItem(prefix + key)
}
