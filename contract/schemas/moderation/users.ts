import * as z from 'zod'
import { staffRoles } from '../../values/accounts/roles'
import {
  banDays,
  banMessages,
  banReasonLength,
  maySortBothWays,
  sortsOfUsers,
  userFilters,
  userSorts,
} from '../../values/moderation/users'
import { pageQuery, sortOrders } from '../shared/lists'
import { line, time } from '../shared/parts'
import { uploadCounts } from './content'

export const adminUser = z.object({
  id: z.number().int(),
  username: z.string(),
  /** Null for staff who don't read addresses. */
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  createdAt: time,
  /** Null for staff who don't read payments; so is the term. */
  isPremium: z.boolean().nullable(),
  premiumUntil: time.nullable(),
  isAdmin: z.boolean(),
  staff: z.enum(staffRoles).nullable(),
  ban: z.object({ reason: z.string(), until: time.nullable() }).nullable(),
})
export type AdminUser = z.infer<typeof adminUser>

export const adminUserQuery = pageQuery
  .extend({
    /** Prefix of a username or email address. */
    q: line.max(254).optional(),
    filter: z.enum(userFilters).default('all'),
    /** The usual order of the search and the filter, unless it says otherwise. */
    sort: z.enum(userSorts).optional(),
    order: z.enum(sortOrders).optional(),
  })
  .refine(({ sort, q, filter }) => sort === undefined || sortsOfUsers(filter, q).includes(sort), {
    path: ['sort'],
    message: "This list can't be sorted like that.",
  })
  .refine(({ order, q, filter }) => order === undefined || maySortBothWays(filter, q), {
    path: ['order'],
    message: "This list can't be sorted like that.",
  })
export type AdminUserQuery = z.infer<typeof adminUserQuery>

/** An account at a glance. */
export const adminUserDetail = adminUser.extend({
  record: uploadCounts,
  sessions: z.number().int(),
  storedBytes: z.number().int(),
  reportsMade: z.number().int(),
  payments: z.number().int().nullable(),
})
export type AdminUserDetail = z.infer<typeof adminUserDetail>

/** Null takes the role away. */
export const changeRoleInput = z.strictObject({ role: z.enum(staffRoles).nullable() })
export type ChangeRole = z.infer<typeof changeRoleInput>

export const banUserInput = z.strictObject({
  reason: z.string().trim().min(banReasonLength.min, banMessages.reasonShort).max(banReasonLength.max),
  /** Null: without end. */
  days: z.union(banDays.map((days) => z.literal(days))),
})
export type BanUser = z.infer<typeof banUserInput>
