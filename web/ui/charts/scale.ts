/** Returns the end of an axis: the first of 1, 2, 5, 10, 20, 50 ... that reaches the greatest value. */
export function axisEnd(values: readonly number[]): number {
  const greatest = Math.max(1, ...values)
  const power = 10 ** Math.floor(Math.log10(greatest))
  return power * (([1, 2, 5, 10] as const).find((step) => step * power >= greatest) ?? 10)
}
