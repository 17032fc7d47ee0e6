import { browserSurroundings } from '../engine/browser-surroundings'
import { loadJobs } from '../store/job-record'
import { isOfQueue, loadQueue } from '../store/queue-record'
import { heldLocks, holdTabLock, lockFreed } from '../store/tab-lock'
import { uploadStore } from '../store/upload-store'
import { hasDraft } from './draft'

/** The drafts claimed by this tab, by form. */
const claimed = new Map<string, Promise<string>>()
/** The drafts that no other tab can claim while this one is open. */
const held = new Set<string>()
/** Prefix of the session storage keys that remember them across a reload. */
const remembered = 'slot:'
/**
 * Milliseconds within which the page before a reload is gone. A duplicated tab waits as long, in vain, for
 * the original's draft.
 */
const reloadTime = 1000
/** Milliseconds after which a tab that let go of a queue isn't being reloaded, but closed. */
const returnTime = 5000
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
  const before = claimed.get(name)
  if (before) return before
  const claim = claimSlot(name)
  claimed.set(name, claim)
  // The next page tries again.
  claim.catch(() => claimed.delete(name))
  return claim
}

/**
 * Claims this tab's drafts from before a reload whose forms have an unfinished upload, and the queues that closed tabs
 * left.
 */
export async function reclaimDrafts(account: number): Promise<string[]> {
  const start = `${remembered}${account}:`
  const own = Object.keys(sessionStorage).flatMap((key) =>
    key.startsWith(start) ? [key.slice(start.length)] : [],
  )
  const busy = own.filter((form) => hasUpload(sessionStorage.getItem(start + form) ?? ''))
  const elsewhere = await heldLocks()
  const left = queuesOf(account).filter((key) => !elsewhere.has(lockOf(key)))
  const forms = new Set([...busy, ...(left.length > 0 ? [queueForm] : [])])
  const drafts = await Promise.all([...forms].map((form) => claimDraft(account, form)))
  for (const key of left) if (!drafts.includes(key) && (await hold(key))) drafts.push(key)
  return drafts
}

/** Returns the account's queues that other tabs have. */
export function queuesElsewhere(account: number): string[] {
  return queuesOf(account).filter((key) => !held.has(key))
}

/**
 * Waits until the tab of a queue is closed for good, and takes it over. Resolves to false where nothing is left of it
 * by then, or the signal has aborted.
 */
export async function takeOver(queueKey: string, signal: AbortSignal): Promise<boolean> {
  try {
    do {
      await lockFreed(lockOf(queueKey), signal)
      await browserSurroundings.wait(returnTime, signal)
      if (!hasUpload(queueKey)) return false
    } while (!(await hold(queueKey)))
    // The other tab's last changes may not have been told.
    await uploadStore.open()
    return !signal.aborted && hasUpload(queueKey)
  } catch (error) {
    if (signal.aborted) return false
    throw error
  }
}

async function claimSlot(name: string): Promise<string> {
  await uploadStore.open()
  const before = sessionStorage.getItem(remembered + name)
  if (before !== null && (await hold(before, reloadTime))) return before
  for (const key of [...slotsOf(name).filter(isWanted), ...slotsOf(name).filter(isUsed), ...slotsOf(name)]) {
    if (!(await hold(key))) continue
    sessionStorage.setItem(remembered + name, key)
    return key
  }
  // Every slot is taken, which takes more tabs than anyone has: this draft isn't found after a reload.
  return `${name}:${crypto.randomUUID()}`
}

async function hold(draftKey: string, patience = 0): Promise<boolean> {
  if (held.has(draftKey)) return true
  if (!(await holdTabLock(lockOf(draftKey), patience))) return false
  held.add(draftKey)
  return true
}

function lockOf(draftKey: string): string {
  return `draft ${draftKey}`
}

function slotsOf(name: string): string[] {
  return Array.from({ length: slots }, (_, slot) => `${name}:${slot}`)
}

/** Returns the queues of an account with anything still to do. */
function queuesOf(account: number): string[] {
  return slotsOf(`${account}:${queueForm}`).filter(hasUpload)
}

/** Returns whether a draft has any text or upload. */
function isUsed(draftKey: string): boolean {
  return hasDraft(draftKey) || hasUpload(draftKey)
}

/** Returns whether a queue has something still to publish. */
function isWanted(draftKey: string): boolean {
  return loadQueue(draftKey).some(({ wanted }) => wanted)
}

function hasUpload(draftKey: string): boolean {
  return loadQueue(draftKey).length > 0 || loadJobs().some(({ draft }) => draft && isOfQueue(draft, draftKey))
}
