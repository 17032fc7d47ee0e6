import * as z from 'zod'
import { banDays, banMessages, banReasonLength, userFilters } from '../../values/moderation/users'
import { pageQuery } from '../shared/lists'
import { line, time } from '../shared/parts'
import { uploadCounts } from './content'

export const adminUser = z.object({
  id: z.number().int(),
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  createdAt: time,
  isPremium: z.boolean(),
  premiumUntil: time.nullable(),
  isAdmin: z.boolean(),
  ban: z.object({ reason: z.string(), until: time.nullable() }).nullable(),
})
export type AdminUser = z.infer<typeof adminUser>

export const adminUserQuery = pageQuery.extend({
  /** Prefix of a username or email address. */
  q: line.max(254).optional(),
  filter: z.enum(userFilters).default('all'),
})
export type AdminUserQuery = z.infer<typeof adminUserQuery>

/** An account at a glance. */
export const adminUserDetail = adminUser.extend({
  record: uploadCounts,
  sessions: z.number().int(),
  storedBytes: z.number().int(),
  reportsMade: z.number().int(),
  payments: z.number().int(),
})
export type AdminUserDetail = z.infer<typeof adminUserDetail>

export const banUserInput = z.strictObject({
  reason: z.string().trim().min(banReasonLength.min, banMessages.reasonShort).max(banReasonLength.max),
  /** Null: without end. */
  days: z.union(banDays.map((days) => z.literal(days))),
})
export type BanUser = z.infer<typeof banUserInput>
