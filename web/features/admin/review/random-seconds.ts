/** A random second in each of `count` equal parts of a video, so that none is left out and none can be foreseen. */
export function randomSeconds(duration: number, count: number): number[] {
  const drawn = crypto.getRandomValues(new Uint32Array(count))
  return Array.from(drawn, (number, part) => ((part + number / 2 ** 32) * duration) / count)
}
