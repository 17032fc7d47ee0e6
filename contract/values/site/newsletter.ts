import { day } from '../shared/time'

/** Length of a newsletter issue's subject. */
export const newsSubjectLength = { min: 3, max: 120 } as const
export const newsBodyLength = { min: 20, max: 10_000 } as const
/** An unconfirmed subscription is deleted after this time. */
export const newsConfirmMs = 7 * day
