import { loadJobs } from '../store/job-record'
import { isOfQueue, loadQueue } from '../store/queue-record'
import { heldLocks, holdTabLock } from '../store/tab-lock'
import { uploadStore } from '../store/upload-store'
import { storageKeyOf } from './draft'

/** The drafts claimed by this tab, by form. */
const claimed = new Map<string, Promise<string>>()
/** Prefix of the session storage keys that remember them across a reload. */
const remembered = 'slot:'
/**
 * Milliseconds within which the page before a reload is gone. A duplicated tab waits as long, in vain, for
 * the original's draft.
 */
const reloadTime = 1000
/** How many drafts of a form tabs can have open. */
const slots = 10
/** The form for uploading one or many videos. */
export const queueForm = 'upload-video'

/** Returns whether a claimed draft is a queue of videos. */
export function isQueue(draftKey: string): boolean {
  return draftKey.split(':')[1] === queueForm
}

/**
 * Claims a draft that no other open tab has: this tab's from before a reload, else one of a closed tab, those
 * with something still to publish first, else a new one. So two tabs never write the same draft or send the same
 * file twice.
 */
export function claimDraft(account: number, form: string): Promise<string> {
  const name = `${account}:${form}`
  const claim = claimed.get(name) ?? claimSlot(name)
  claimed.set(name, claim)
  // The next page tries again.
  claim.catch(() => claimed.delete(name))
  return claim
}

/**
 * Claims this tab's drafts from before a reload whose forms have an unfinished upload, and a closed tab's
 * queue that still has videos to publish.
 */
export async function reclaimDrafts(account: number): Promise<string[]> {
  const start = `${remembered}${account}:`
  const own = Object.keys(sessionStorage).flatMap((key) =>
    key.startsWith(start) ? [key.slice(start.length)] : [],
  )
  const busy = own.filter((form) => hasUpload(sessionStorage.getItem(start + form) ?? ''))
  const held = await heldLocks()
  const left = slotsOf(`${account}:${queueForm}`).some((key) => isWanted(key) && !held.has(lockOf(key)))
  const forms = new Set([...busy, ...(left ? [queueForm] : [])])
  return Promise.all([...forms].map((form) => claimDraft(account, form)))
}

async function claimSlot(name: string): Promise<string> {
  await uploadStore.open()
  const before = sessionStorage.getItem(remembered + name)
  if (before !== null && (await holdTabLock(lockOf(before), reloadTime))) return before
  for (const key of [...slotsOf(name).filter(isWanted), ...leftBehind(name), ...slotsOf(name)]) {
    if (!(await holdTabLock(lockOf(key)))) continue
    sessionStorage.setItem(remembered + name, key)
    return key
  }
  // Every slot is taken, which takes more tabs than anyone has: this draft isn't found after a reload.
  return `${name}:${crypto.randomUUID()}`
}

function lockOf(draftKey: string): string {
  return `draft ${draftKey}`
}

function slotsOf(name: string): string[] {
  return Array.from({ length: slots }, (_, slot) => `${name}:${slot}`)
}

function leftBehind(name: string): string[] {
  const isUsed = (key: string) => uploadStore.get(storageKeyOf(key)) !== undefined || hasUpload(key)
  return slotsOf(name).filter(isUsed)
}

/** Returns whether a queue has something still to publish. */
function isWanted(draftKey: string): boolean {
  return loadQueue(draftKey).some(({ wanted }) => wanted)
}

function hasUpload(draftKey: string): boolean {
  return loadQueue(draftKey).length > 0 || loadJobs().some(({ draft }) => draft && isOfQueue(draft, draftKey))
}
