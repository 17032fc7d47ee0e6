/** Days of premium that staff may give at once. */
export const giftDays = { min: 1, max: 3650 } as const

export const giftReason = { min: 3, max: 300 } as const

export const giftMessages = {
  reasonShort: 'Give a reason. The member reads it.',
  days: `Enter ${giftDays.min} to ${giftDays.max} days.`,
} as const

export function giftName(days: number): string {
  return `Premium, ${days} ${days === 1 ? 'day' : 'days'}`
}
