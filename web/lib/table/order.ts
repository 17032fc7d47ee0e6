import type { SortOrder } from '#contract/schemas/shared/lists'

/** A table's sort key and direction. */
export interface TableOrder<Sort extends string = string> {
  sort: Sort
  isAscending: boolean
}

/** The orders that a table offers. */
export interface TableOrders<Sort extends string = string> {
  /** The usual one first. */
  offered: readonly [Sort, ...Sort[]]
  /** Orders that begin with the lowest, such as names. */
  ascending: readonly Sort[]
}

/** Reads a table's order from an address, which may name an order that isn't offered. */
export function readOrder<Sort extends string>(
  params: URLSearchParams,
  { offered, ascending }: TableOrders<Sort>,
): TableOrder<Sort> {
  const sort = offeredSort({ offered, ascending }, params.get('sort'))
  const order = params.get('order')
  return { sort, isAscending: order === null ? ascending.includes(sort) : order === 'asc' }
}

/** Returns the order of this name, or the usual one where it isn't offered. */
export function offeredSort<Sort extends string>({ offered }: TableOrders<Sort>, name: string | null): Sort {
  return offered.find((each) => each === name) ?? offered[0]
}

/** Returns the order as URLs and the API name it, without the usual values. */
export function orderParams<Sort extends string>(
  { sort, isAscending }: TableOrder<Sort>,
  { offered, ascending }: TableOrders<Sort>,
): { sort?: Sort; order?: SortOrder } {
  return {
    ...(sort !== offered[0] && { sort }),
    ...(isAscending !== ascending.includes(sort) && { order: isAscending ? 'asc' : 'desc' }),
  }
}
