import { day, hour } from '../shared/time'
import { plainTyped } from '../shared/typed'
import type { Hold } from '../videos/video'
import { isUnlawful, type ReportReason } from './reasons'

export const reportStatuses = ['open', 'upheld', 'dismissed'] as const
export type ReportStatus = (typeof reportStatuses)[number]

/** The requester's relationship to the video. */
export const removalRelations = ['depicted', 'representative', 'rights_holder', 'other'] as const
export type RemovalRelation = (typeof removalRelations)[number]

export const relationNames: Record<RemovalRelation, string> = {
  depicted: 'I am in the video',
  representative: 'I act for someone who is in it',
  rights_holder: 'I hold the rights to it',
  other: 'None of these',
}

export const removalStatuses = ['open', 'removed', 'refused'] as const
export type RemovalStatus = (typeof removalStatuses)[number]

/** `upheld`: the uploader was right, and the video is restored. */
export const appealStatuses = ['open', 'upheld', 'rejected'] as const

/** Reports count as one flood when they come from one network within this many milliseconds of each other. */
export const networkMs = hour

/** A removal request is decided within this many hours. */
export const removalHours = 48
export const removalClockMs = removalHours * hour
/** Hours after a request at which administrators are reminded, with growing urgency. */
export const escalationHours = [24, 36, 44] as const
/** From this reminder on a request is urgent. */
const urgentStage = escalationHours[2]

/** Returns the moment of a reminder, in milliseconds. */
export function escalationAt(dueAt: number, stage: number): number {
  return dueAt - removalClockMs + stage * hour
}

/** Returns the last reminder reached at a moment; null before the first. */
export function escalationReached(dueAt: number, now: number): number | null {
  return escalationHours.findLast((stage) => now >= escalationAt(dueAt, stage)) ?? null
}

export function isUrgent(stage: number | null): boolean {
  return stage !== null && stage >= urgentStage
}

/** How long a removed video's files and records are kept for the authorities and an appeal. Milliseconds. */
export function preservedMs(reason: ReportReason): number {
  return isUnlawful(reason) ? 365 * day : 30 * day
}

/** How long an uploader may appeal. Milliseconds. */
export const appealMs = 14 * day

export const detailsLength = { max: 2000 } as const
export const statementLength = { min: 20, max: 5000 } as const
/** Length of a requester's name, and of their signature. */
export const personLength = { min: 2, max: 100 } as const

/** Returns whether a signature matches the given name; case and spacing don't matter. */
export function isSignedBy(name: string, signature: string): boolean {
  const folded = (text: string) => plainTyped(text).replace(/\s+/g, ' ').toLowerCase()
  return folded(name) === folded(signature)
}

/** Length of a decision's text, which others read. */
export const decisionLength = { min: 3, max: 1000 } as const

/** Sentences that both a form and the server use. */
export const safetyMessages = {
  decisionMissing: 'Explain why in a sentence or two.',
  urlMissing: "Enter the URL of the video's page.",
  nameMissing: 'Please give your name.',
  statementShort: `Please describe what should be removed and why, using at least ${statementLength.min} characters.`,
  appealShort: `Please tell us why we should restore the video, using at least ${statementLength.min} characters.`,
  goodFaithMissing: 'Please confirm that the information is accurate.',
  signatureMissing: 'Please sign with your name.',
  signatureOther: 'The signature must be the name you gave above.',
} as const

/** Holds that keep a video as evidence: even administrators can't change the files. */
export const evidenceHolds = ['quarantine', 'removed'] as const satisfies readonly Hold[]

export function isEvidence(hold: Hold | null): boolean {
  return evidenceHolds.some((each) => each === hold)
}

/** Holds on a video, as administrators read them. */
export const holdNames: Record<Hold, string> = {
  quarantine: 'In quarantine',
  removed: 'Removed',
  ban: 'Uploader is banned',
  deletion: 'Account is being deleted',
  trash: 'Deleted by its uploader',
}
