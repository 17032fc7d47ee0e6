import {
  type ContentSort,
  type ContentState,
  contentStates,
  sortsOfContent,
} from '#contract/values/moderation/content'
import { adminParams } from '#web/lib/navigation/admin-paths'
import { readId } from '#web/lib/navigation/paths'
import { orderParams, type TableOrder, type TableOrders } from '#web/lib/table/order'

export interface ContentFilters {
  /** Part of a title, an ID, a URL or a hash. */
  find: string
  state: ContentState
  /** Username of an uploader. */
  owner: string
  category: number | null
  premium: 'true' | 'false' | null
  reported: boolean
}

export const noFilters: ContentFilters = {
  find: '',
  state: 'all',
  owner: '',
  category: null,
  premium: null,
  reported: false,
}

export const stateNames: Record<ContentState, string> = {
  all: 'Any state',
  live: 'Live',
  private: 'Private',
  unlisted: 'Unlisted',
  scheduled: 'Scheduled',
  pending: 'Pending',
  rejected: 'Rejected',
  broken: 'Processing or failed',
  held: 'On hold',
}

/** Reads the filters from an address. Not from `q`, which the header's search shows. */
export function readFilters(params: URLSearchParams): ContentFilters {
  const premium = params.get('premium')
  return {
    find: params.get('find') ?? '',
    state: contentStates.find((each) => each === params.get('state')) ?? 'all',
    owner: params.get('owner') ?? '',
    category: readId(params.get('category')),
    premium: premium === 'true' || premium === 'false' ? premium : null,
    reported: params.get('reported') === 'true',
  }
}

/** The orders that a list with these filters offers. */
export function ordersOf(filters: ContentFilters): TableOrders<ContentSort> {
  return { offered: sortsOfContent({ ...filters, q: filters.find }), ascending: ['title'] }
}

/** Returns the query parameters for the tab with these filters, and an order other than the usual one. */
export function filterParams(
  filters: ContentFilters,
  order?: TableOrder<ContentSort>,
): Record<string, string> {
  return adminParams('content', { ...given(filters), ...(order && orderParams(order, ordersOf(filters))) })
}

/** Returns the filters as the API takes them. */
export function filterQuery({ find, state, owner, category, premium, reported }: ContentFilters) {
  return {
    ...(find && { q: find }),
    ...(state !== 'all' && { state }),
    ...(owner && { owner }),
    ...(category && { categoryId: String(category) }),
    ...(premium && { isPremium: premium }),
    ...(reported && { reported: 'true' as const }),
  }
}

export function isFiltered(filters: ContentFilters): boolean {
  return Object.keys(given(filters)).length > 0
}

function given(filters: ContentFilters): Record<string, string> {
  const chosen = Object.entries(filters).filter(
    ([name, value]) => value !== noFilters[name as keyof ContentFilters],
  )
  return Object.fromEntries(chosen.map(([name, value]) => [name, String(value)]))
}
