/** The part of the query library that the painted pages use, in its place in the worker: a cache that never asks. */

let cache: QueryClient | undefined

export class QueryClient {
  readonly #data = new Map<string, unknown>()

  setQueryData(key: readonly unknown[], data: unknown): void {
    this.#data.set(JSON.stringify(key), data)
  }

  getQueryData(key: readonly unknown[]): unknown {
    return this.#data.get(JSON.stringify(key))
  }
}

/** What the queries answer from, until the next page. */
export function answerFrom(client: QueryClient): void {
  cache = client
}

interface Query {
  queryKey: readonly unknown[]
}

export const queryOptions = <Options>(options: Options): Options => options
export const infiniteQueryOptions = queryOptions
export const useQueryClient = () => cache

export function useQuery({ queryKey }: Query) {
  const data = cache?.getQueryData(queryKey)
  return { data, error: null, isError: false, isPending: data === undefined, refetch: () => {} }
}

interface Pages {
  pages: { nextCursor: string | null }[]
}

export function useInfiniteQuery(query: Query) {
  const shown = useQuery(query)
  const last = (shown.data as Pages | undefined)?.pages.at(-1)
  return {
    ...shown,
    hasNextPage: Boolean(last?.nextCursor),
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    fetchNextPage: () => {},
  }
}
