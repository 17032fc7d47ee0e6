import type { LocationData } from '#contract/schemas/videos/video'
import { keysOf, uploadStore } from '../store/upload-store'
import { emptyDetails, type VideoDetails } from './details'
import { removePicture } from './kept-pictures'

export type SourceTab = 'url' | 'file' | 'camera'

/**
 * How a file that the server fetched becomes a video: `asIs`, without passing through this browser, or `prepared`
 * in it like a chosen file.
 */
export type Way = 'asIs' | 'prepared'

/** The choice of a poster: a second of the video, or a picture by its name in OPFS. */
export interface KeptPoster {
  second: number | null
  storedName: string | null
  crop: boolean
}

/** The form's input, so that a reload or a failed submit loses nothing. */
export interface Draft {
  details: VideoDetails
  /** The title that the file's name gave; another one was typed. */
  derivedTitle: string
  tab: SourceTab
  url: string
  /** An import that was started from the URL. */
  importId: string | null
  /** How it becomes the video; null until that is chosen. */
  way: Way | null
  location: Pick<LocationData, 'latitude' | 'longitude'> | null
  poster: KeptPoster | null
  /** `start` is null for the automatic second. */
  trailer: { wanted: boolean; start: number | null }
}

const emptyDraft: Draft = {
  details: emptyDetails,
  derivedTitle: '',
  tab: 'file',
  url: '',
  importId: null,
  way: null,
  location: null,
  poster: null,
  trailer: { wanted: true, start: null },
}

/** Returns the storage key of a draft's text. */
function storageKeyOf(draftKey: string): string {
  return keysOf('draft') + draftKey
}

/** Loads a draft. Keys begin with the account's ID, so that accounts never see each other's input. */
export function loadDraft(key: string): Draft {
  const draft = uploadStore.get<Partial<Draft>>(storageKeyOf(key))
  // A draft from an older version of the site may lack a field.
  return draft ? { ...emptyDraft, ...draft, details: detailsOf(draft.details ?? {}) } : emptyDraft
}

/** Reads details, also those of a version that knew only public and private. */
function detailsOf({ isPublic, ...details }: Partial<VideoDetails> & { isPublic?: boolean }): VideoDetails {
  return { ...emptyDetails, ...(isPublic === false && { visibility: 'private' }), ...details }
}

/** Stores a draft; an empty one is removed. */
export function saveDraft(key: string, draft: Draft): void {
  if (JSON.stringify(draft) === JSON.stringify(emptyDraft)) removeDraft(key)
  else uploadStore.put(storageKeyOf(key), draft)
}

/** Returns whether anything was entered in a draft's form. */
export function hasDraft(key: string): boolean {
  return uploadStore.get(storageKeyOf(key)) !== undefined
}

/** Moves a draft to another key. */
export function moveDraft(from: string, to: string): void {
  saveDraft(to, loadDraft(from))
  removeDraft(from)
}

function removeDraft(key: string): void {
  if (hasDraft(key)) uploadStore.remove(storageKeyOf(key))
}

/** Removes a draft that has become a video, with its picture. */
export async function endDraft(key: string): Promise<void> {
  const { poster } = loadDraft(key)
  removeDraft(key)
  if (poster?.storedName) await removePicture(poster.storedName)
}
