import type { Cut } from '../source/cut'

/** Returns the middle of each of `count` equal parts. */
export function tileSeconds({ start, end }: Cut, count: number): number[] {
  return Array.from({ length: count }, (_, tile) => start + ((tile + 0.5) * (end - start)) / count)
}

/**
 * Returns the tiles whose key frame lies in another tile's part, so that neighbours would show the same
 * picture.
 */
export function refined(seconds: number[], keys: number[]): { index: number; second: number }[] {
  const [first = 0, next = Number.POSITIVE_INFINITY] = seconds
  const half = (next - first) / 2
  return seconds
    .map((second, index) => ({ index, second }))
    .filter(({ index, second }) => second - (keys[index] ?? second) > half)
}
