import { day, minute } from '../shared/time'

/** States by which the content list can be filtered. `live`: visible to the public. */
export const contentStates = ['all', 'live', 'private', 'pending', 'rejected', 'broken', 'held'] as const
export type ContentState = (typeof contentStates)[number]

/** Actions on many videos at once. */
export const bulkActions = ['approve', 'reject', 'public', 'private', 'premium', 'free', 'delete'] as const
export type BulkAction = (typeof bulkActions)[number]
/** One page of the list. */
export const bulkSize = 50

/** Takes the videos of a deleted category. It can't be deleted, keeps its slug, and comes last. */
export const uncategorizedId = 1
/** Maximum besides Uncategorized, since all are reordered in one request. */
export const maxCategories = 200
/** Slug of the page of all categories, which no category can have. */
export const allSlug = 'all'

/** Shown to banned members when they sign in. */
export const banReasonLength = { min: 3, max: 500 } as const

export const userFilters = ['all', 'admin', 'premium', 'banned'] as const
export type UserFilter = (typeof userFilters)[number]

export const mailStates = ['waiting', 'failed', 'sent'] as const
export type MailState = (typeof mailStates)[number]

/** Daily counters. Money is in minor units, with a name for each currency. */
export type DailyName =
  | 'signups'
  | 'uploads'
  | 'plays'
  | 'premium'
  | 'charged:USD'
  | 'charged:INR'
  | 'refunded:USD'
  | 'refunded:INR'
/** Up to which the overview counts a queue; beyond that it says `100 or more`. */
export const waitingCountMax = 100
/** Days shown on the overview. */
export const overviewDays = 30

/**
 * R2's price for a GB (10^9 bytes) a month, in dollars, and the free GB:
 * developers.cloudflare.com/r2/pricing.
 */
export const storagePrice = { perGb: 0.015, freeGb: 10 } as const

/** Minimum age of an orphan for a clean-up, in milliseconds: a younger one may be about to get its row. */
export const orphanAgeMs = day

export const siteNameLength = { min: 1, max: 60 } as const
export const siteDescriptionLength = { max: 300 } as const
export const siteUrlLength = { max: 200 } as const
export const legalTitleLength = { min: 1, max: 100 } as const
export const legalBodyLength = { min: 1, max: 60_000 } as const
/** Settings that the title and text of a legal page may name, as in `{siteName}`. */
export const legalPlaceholders = ['siteName', 'contactEmail', 'siteUrl'] as const
export type LegalPlaceholder = (typeof legalPlaceholders)[number]
/** Limits of the settings, in seconds and bytes. */
export const settingLimits = {
  minDuration: { min: 1, max: 3600 },
  maxDuration: { min: 1, max: 86_400 },
  maxUploadBytes: { min: 1024 * 1024, max: 5 * 1024 ** 4 },
} as const
export const maxBlockedRegions = 400
/** A country such as `FR`, or a subdivision such as `US-TX`. */
export const regionPattern = /^[A-Z]{2}(-[A-Z0-9]{1,3})?$/

/** After this time a grave act asks for the password again. Milliseconds. */
export const confirmedMs = 30 * minute

export const categoryNameLength = { max: 60 } as const

/** Returns a category's slug: lowercase letters, digits, and a hyphen for anything else. */
export function toSlug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9-]/g, '-')
}

/** Sentences that both a form and the server use. */
export const administrationMessages = {
  banReasonShort: 'Say why: the person reads it when signing in.',
  siteUrlInvalid: 'Give an address that begins with https://',
} as const
