// How far things are from each other: milliseconds of a round trip.

export interface Distances {
  /** From the viewer to the edge. */
  viewer: number
  /** From the edge to the database's primary, to its nearest replica, and to the bucket. */
  primary: number
  replica: number
  bucket: number
  /** From the edge to KV's central store; a value recently read there is as near as the cache. */
  kv: number
  /** From the worker to the cache of its place. */
  cache: number
}

/** Where the bench moves the worker to another place, and fetches an empty answer. */
export const controlPath = '/.far'

export const nowhere: Distances = { viewer: 0, primary: 0, replica: 0, bucket: 0, kv: 0, cache: 0 }

/**
 * Places of viewers, the database and the bucket being in Frankfurt. Between cities it is about what public tables of
 * round trips say. D1 has a replica in each of its regions, which South America isn't: its nearest is in the east of
 * North America. R2 adds some 20 ms of its own to each distance.
 */
export const profiles: Record<string, Distances> = {
  Frankfurt: { viewer: 12, primary: 5, replica: 5, bucket: 25, kv: 15, cache: 2 },
  Virginia: { viewer: 15, primary: 90, replica: 5, bucket: 110, kv: 15, cache: 2 },
  'São Paulo': { viewer: 18, primary: 200, replica: 115, bucket: 220, kv: 120, cache: 2 },
  Sydney: { viewer: 20, primary: 285, replica: 5, bucket: 305, kv: 60, cache: 2 },
}
