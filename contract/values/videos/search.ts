import { day } from '../shared/time'

/** Orders of a search, and of a list with filters; `relevance` needs words. */
export const searchSorts = ['relevance', 'newest', 'views', 'rated', 'longest'] as const
export type SearchSort = (typeof searchSorts)[number]

/** Seconds: from, and up to. */
export const videoLengths = {
  short: [0, 5 * 60],
  medium: [5 * 60, 20 * 60],
  long: [20 * 60, null],
} as const satisfies Record<string, readonly [number, number | null]>
export type VideoLength = keyof typeof videoLengths

export const uploadedWithin = {
  day,
  week: 7 * day,
  month: 31 * day,
  year: 366 * day,
} as const
export type UploadedWithin = keyof typeof uploadedWithin

/** Pixels of the shorter side, at least. */
export const searchQualities = [720, 1080, 2160] as const

/** Searches and filters look at this many videos, the newest or the most popular first. */
export const searchedAtMost = 500
/** Matches are counted up to this number. */
export const countedAtMost = 200

/** What is searched for: further characters are left out. */
export function cutQuery(text: string, max: number): string {
  return [...text.trim()].slice(0, max).join('').trim()
}

/** What a search found out about its words; it travels beside the first page of videos. */
export interface SearchInfo {
  /** Videos found, at most `countedAtMost`. */
  matches: number
  /** There are more than that. */
  isMore: boolean
  /** How many videos were looked at, where there are more: orders and filters hold among those alone. */
  lookedAt: number | null
  /** Nothing has the words as typed: these were searched for instead. */
  corrected: string | null
  /** Few have the words as typed, and many have these. */
  suggestion: string | null
  /** Nothing has all words: these videos have some of them. */
  isPartial: boolean
}

export const searchInfoHeader = 'search-info'

/** A header holds ASCII alone. */
export function writeSearchInfo(info: SearchInfo): string {
  return encodeURIComponent(JSON.stringify(info))
}

export function readSearchInfo(text: string): SearchInfo {
  return JSON.parse(decodeURIComponent(text))
}

/** Suggestions begin with the second letter. */
export const suggestFrom = 2
/** Suggestions of each kind, at most. */
export const suggestCounts = { title: 6, tag: 3, uploader: 3 } as const
