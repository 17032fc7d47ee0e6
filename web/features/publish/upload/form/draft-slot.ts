import { jobOfDraft } from '../job/job-record'
import { holdTabLock } from '../job/tab-lock'

/** The drafts that this tab has, by form. */
const claimed = new Map<string, Promise<string>>()
/** Where a tab remembers them through a reload. */
const remembered = 'slot:'
/** Milliseconds in which the page before a reload is gone. A copy of a tab waits as long for a draft it doesn't get. */
const reloadTime = 1000
/** Drafts of a form that tabs can have open. */
const slots = 10

/** Where a draft's text is kept. */
export function storageKeyOf(draftKey: string): string {
  return `draft:${draftKey}`
}

/**
 * The key of a draft that no other open tab has: the one this tab had before a reload, else one that a closed tab left,
 * else a new one. So two tabs never write to the same draft, nor send the same file twice.
 */
export function claimDraft(account: number, form: string): Promise<string> {
  const name = `${account}:${form}`
  const claim = claimed.get(name) ?? claimSlot(name)
  claimed.set(name, claim)
  return claim
}

/** The drafts that this tab had before a reload, if their forms have something under way. */
export async function reclaimDrafts(account: number): Promise<string[]> {
  const start = `${remembered}${account}:`
  const forms = Object.keys(sessionStorage).flatMap((key) =>
    key.startsWith(start) ? [key.slice(start.length)] : [],
  )
  const busy = forms.filter((form) => jobOfDraft(sessionStorage.getItem(start + form) ?? '') !== null)
  return Promise.all(busy.map((form) => claimDraft(account, form)))
}

async function claimSlot(name: string): Promise<string> {
  const before = sessionStorage.getItem(remembered + name)
  if (before !== null && (await holdTabLock(lockOf(before), reloadTime))) return before
  for (const key of [...leftBehind(name), ...slotsOf(name)]) {
    if (!(await holdTabLock(lockOf(key)))) continue
    sessionStorage.setItem(remembered + name, key)
    return key
  }
  // More tabs than anybody has open: one that nobody finds again.
  return `${name}:${crypto.randomUUID()}`
}

function lockOf(draftKey: string): string {
  return `draft ${draftKey}`
}

function slotsOf(name: string): string[] {
  return Array.from({ length: slots }, (_, slot) => `${name}:${slot}`)
}

function leftBehind(name: string): string[] {
  const isUsed = (key: string) => localStorage.getItem(storageKeyOf(key)) !== null || jobOfDraft(key) !== null
  return slotsOf(name).filter(isUsed)
}
