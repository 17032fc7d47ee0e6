import { type OwnSort, type OwnTab, ownSorts, ownTabs } from '#contract/values/videos/video'

/** The list on My Videos, as its URL names it. */
export interface OwnList {
  tab: OwnTab
  /** Beginnings of words in the title. */
  find: string
  sort: OwnSort
  isAscending: boolean
}

export const sortNames: Record<OwnSort, readonly [descending: string, ascending: string]> = {
  date: ['Newest', 'Oldest'],
  views: ['Most viewed', 'Least viewed'],
  likes: ['Most liked', 'Least liked'],
  length: ['Longest', 'Shortest'],
}

/** Reads the list from an address. Not from `q`, which the header's search shows. */
export function readOwnList(params: URLSearchParams): OwnList {
  return {
    tab: ownTabs.find((each) => each === params.get('tab')) ?? 'all',
    find: params.get('find') ?? '',
    sort: ownSorts.find((each) => each === params.get('sort')) ?? 'date',
    isAscending: params.get('order') === 'asc',
  }
}

/** Returns the query parameters of the page with this list. */
export function ownListParams({ tab, find, sort, isAscending }: OwnList): Record<string, string> {
  return {
    ...(tab !== 'all' && { tab }),
    ...(find && { find }),
    ...(sort !== 'date' && { sort }),
    ...(isAscending && { order: 'asc' }),
  }
}

/** Returns the list as the API takes it. */
export function ownListQuery({ tab, find, sort, isAscending }: OwnList) {
  return {
    tab,
    ...(find && { q: find }),
    ...(sort !== 'date' && { sort }),
    ...(isAscending && { order: 'asc' as const }),
  }
}
