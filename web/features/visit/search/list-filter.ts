import { searchQualities, searchSorts, uploadedWithin, videoLengths } from '#contract/values/videos/search'

/** The filters and the order of a list, as its URL names them. */
export interface ListFilter {
  of?: 'free' | 'premium' | undefined
  length?: keyof typeof videoLengths | undefined
  uploaded?: keyof typeof uploadedWithin | undefined
  /** Pixels of the shorter side, as text. */
  quality?: string | undefined
  sort?: (typeof searchSorts)[number] | undefined
  hidesWatched?: boolean
}

/** Names in the URL. */
const names = {
  of: 'class',
  length: 'length',
  uploaded: 'uploaded',
  quality: 'quality',
  sort: 'sort',
} as const
const hideName = 'watched'
/** A category's slug, where a list isn't one's already. */
export const categoryName = 'category'

const known = {
  of: ['free', 'premium'],
  length: Object.keys(videoLengths),
  uploaded: Object.keys(uploadedWithin),
  quality: searchQualities.map(String),
  sort: searchSorts,
} as const

type Choice = keyof typeof names

const choices = Object.keys(names) as Choice[]

/** Reads a filter from a URL; unknown values count as not chosen. */
export function readFilter(params: URLSearchParams): ListFilter {
  const chosen = choices.flatMap((choice) => {
    const value = params.get(names[choice])
    return value !== null && (known[choice] as readonly string[]).includes(value) ? [[choice, value]] : []
  })
  return { ...Object.fromEntries(chosen), hidesWatched: params.get(hideName) === 'hide' }
}

/** Returns the parameters with a changed filter; choices that aren't made are left out. */
export function withFilter(params: URLSearchParams, change: ListFilter): URLSearchParams {
  const next = new URLSearchParams(params)
  const filter = { ...readFilter(params), ...change }
  for (const choice of choices) {
    const value = filter[choice]
    if (value) next.set(names[choice], value)
    else next.delete(names[choice])
  }
  if (filter.hidesWatched) next.set(hideName, 'hide')
  else next.delete(hideName)
  return next
}

/** Returns the parameters without filters and category; the order stays. */
export function withoutFilter(params: URLSearchParams): URLSearchParams {
  const next = withFilter(params, noFilter)
  next.delete(categoryName)
  return next
}

const noFilter: ListFilter = {
  of: undefined,
  length: undefined,
  uploaded: undefined,
  quality: undefined,
  hidesWatched: false,
}

/** Whether a filter leaves anything out. */
export function narrows({ sort, ...filter }: ListFilter): boolean {
  return Object.values(filter).some(Boolean)
}
