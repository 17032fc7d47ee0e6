/** Returns the bucket of a value, given where the buckets begin. */
export function bucketOf(starts: readonly number[], value: number): number {
  return Math.max(
    0,
    starts.findLastIndex((start) => start <= value),
  )
}

/**
 * Estimates the value below which a share of the counts lies, as if they were spread evenly over their
 * buckets. The last bucket has no end, so it counts as its start. Null if none was counted.
 */
export function quantile(starts: readonly number[], counts: readonly number[], share: number): number | null {
  let left = share * counts.reduce((sum, count) => sum + count, 0)
  if (left === 0) return null
  for (const [bucket, count] of counts.entries()) {
    if (count > 0 && left <= count) return within(starts, bucket, left / count)
    left -= count
  }
  // Sums of weighted counts are rounded.
  return starts.at(-1) ?? null
}

function within(starts: readonly number[], bucket: number, share: number): number {
  const start = starts[bucket] ?? 0
  return start + share * ((starts[bucket + 1] ?? start) - start)
}
