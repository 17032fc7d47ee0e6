/**
 * Returns a random second from each of `count` equal parts of a video, so that no part is left out and none
 * is predictable.
 */
export function randomSeconds(duration: number, count: number): number[] {
  const drawn = crypto.getRandomValues(new Uint32Array(count))
  return Array.from(drawn, (number, part) => ((part + number / 2 ** 32) * duration) / count)
}
