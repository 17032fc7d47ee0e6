import { day, minute } from '../shared/time'

/** States in which the content list can be asked for. `live`: what the public sees. */
export const contentStates = ['all', 'live', 'private', 'pending', 'rejected', 'broken', 'held'] as const
export type ContentState = (typeof contentStates)[number]

/** What can be done to many videos at once. */
export const bulkActions = ['approve', 'reject', 'public', 'private', 'premium', 'free', 'delete'] as const
export type BulkAction = (typeof bulkActions)[number]
/** One page of the list. */
export const bulkSize = 50

/** Where the videos of a deleted category go. It stays, under its slug, and comes last. */
export const uncategorizedId = 1
/** Beside Uncategorized: all of them are put in order at once. */
export const maxCategories = 200
/** Slug of the page of all categories, which none of them can have. */
export const allSlug = 'all'

/** Who is banned reads it when signing in. */
export const banReasonLength = { min: 3, max: 500 } as const

export const userFilters = ['all', 'admin', 'premium', 'banned'] as const
export type UserFilter = (typeof userFilters)[number]

export const mailStates = ['waiting', 'failed', 'sent'] as const
export type MailState = (typeof mailStates)[number]

/** What a day's numbers count. Money is in minor units, one name a currency. */
export type DailyName =
  | 'signups'
  | 'uploads'
  | 'plays'
  | 'premium'
  | 'charged:USD'
  | 'charged:INR'
  | 'refunded:USD'
  | 'refunded:INR'
/** How far the overview counts a queue: from there on it says `100 or more`. */
export const waitingCountMax = 100
/** Days that the overview shows. */
export const overviewDays = 30

/** R2's price of a GB (10^9 bytes) a month, in dollars, and the GB that are free: developers.cloudflare.com/r2/pricing. */
export const storagePrice = { perGb: 0.015, freeGb: 10 } as const

/** Objects without a row can be cleaned up at this age, in milliseconds: younger ones may be on their way to one. */
export const orphanAgeMs = day

export const siteNameLength = { min: 1, max: 60 } as const
export const siteDescriptionLength = { max: 300 } as const
export const siteUrlLength = { max: 200 } as const
export const legalTitleLength = { min: 1, max: 100 } as const
export const legalBodyLength = { min: 1, max: 60_000 } as const
/** What the title and the text of a legal page may name, as `{siteName}`: settings of these names. */
export const legalPlaceholders = ['siteName', 'contactEmail', 'siteUrl'] as const
export type LegalPlaceholder = (typeof legalPlaceholders)[number]
/** What can be set. Seconds and bytes. */
export const settingLimits = {
  minDuration: { min: 1, max: 3600 },
  maxDuration: { min: 1, max: 86_400 },
  maxUploadBytes: { min: 1024 * 1024, max: 5 * 1024 ** 4 },
} as const
export const maxBlockedRegions = 400
/** A country such as `FR`, or a region of one such as `US-TX`. */
export const regionPattern = /^[A-Z]{2}(-[A-Z0-9]{1,3})?$/

/** After this time somebody types their password again before a grave act, in milliseconds. */
export const confirmedMs = 30 * minute

export const categoryNameLength = { max: 60 } as const

/** What a category's address may hold: small letters, digits and hyphens; a hyphen stands for anything else. */
export function toSlug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9-]/g, '-')
}

/** Sentences that a form and the server both say. */
export const administrationMessages = {
  banReasonShort: 'Say why: the person reads it when signing in.',
  siteUrlInvalid: 'Give an address that begins with https://',
} as const
