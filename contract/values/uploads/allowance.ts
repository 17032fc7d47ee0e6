/** Limits on how much an account may publish, unless staff gave it its own. */
export const allowances = {
  /** With a confirmed email address. */
  confirmed: { publishesPerDay: 50, openUploads: 20 },
  unconfirmed: { publishesPerDay: 3, openUploads: 3 },
} as const

/** Number of renditions that may be open for each open video: those of published videos follow later. */
export const renditionsPerUpload = 6

/** The highest limits that staff may give an account. */
export const allowanceLimits = { publishesPerDay: 10_000, openUploads: 1000 } as const

/** Comes after publishLimitReached: `in 3 hours`, `at 12:40`. */
export function publishAgain(when: string): string {
  return `You can publish again ${when}.`
}

export function publishLimitReached(perDay: number): string {
  return `You've reached the limit of ${perDay} ${perDay === 1 ? 'video' : 'videos'} a day.`
}
