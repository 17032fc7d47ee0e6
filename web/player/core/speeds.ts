export const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

/** Returns the neighbour of `rate` in the list; at either end, that end. */
export function stepSpeed(rate: number, direction: 1 | -1): number {
  const neighbours =
    direction > 0 ? speeds.filter((speed) => speed > rate) : speeds.filter((speed) => speed < rate)
  return neighbours.at(direction > 0 ? 0 : -1) ?? rate
}

export function formatSpeed(rate: number): string {
  return `${rate}×`
}
