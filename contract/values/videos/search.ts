import { day } from '../shared/time'

/** Orders of a search, and of a list with filters; `relevance` needs words. */
export const searchSorts = ['relevance', 'newest', 'views', 'rated', 'longest'] as const
export type SearchSort = (typeof searchSorts)[number]

/** Durations in seconds: from, and up to. */
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

/** Minimum pixels of the shorter side. */
export const searchQualities = [720, 1080, 2160] as const

/** Number of videos that searches and filters look at, the newest or the most popular first. */
export const searchedAtMost = 500
/** Matches are counted up to this number. */
export const countedAtMost = 200

/** Returns the text that is searched for: further characters are cut off. */
export function cutQuery(text: string, max: number): string {
  return [...text.trim()].slice(0, max).join('').trim()
}

/** The findings of a search about its words; they are sent along with the first page of videos. */
export interface SearchInfo {
  /** Videos found, at most `countedAtMost`. */
  matches: number
  /** There are more than `matches`. */
  isMore: boolean
  /**
   * Number of videos that were looked at, if there are more: sorting and filters apply only to these. Null if
   * all were.
   */
  lookedAt: number | null
  /** Words that were searched for instead, if no video has the words as typed. */
  corrected: string | null
  /** Words that many videos have, if few have the words as typed. */
  suggestion: string | null
  /** No video has all words: these have some of them. */
  isPartial: boolean
}

export const searchInfoHeader = 'search-info'

/** Encodes the findings, since a header can only contain ASCII. */
export function writeSearchInfo(info: SearchInfo): string {
  return encodeURIComponent(JSON.stringify(info))
}

export function readSearchInfo(text: string): SearchInfo {
  return JSON.parse(decodeURIComponent(text))
}

/** Number of letters from which there are suggestions. */
export const suggestFrom = 2
/** Maximum number of suggestions of each kind. */
export const suggestCounts = { title: 6, tag: 3, uploader: 3 } as const
