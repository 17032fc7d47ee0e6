import * as z from 'zod'
import type { StaffRole } from '../../values/accounts/roles'
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
import { prose, typedLine } from '../shared/parts'
import type { UploadCounts } from './content'

export interface AdminUser {
  id: number
  username: string
  /** Null for staff who may not read email addresses. */
  email: string | null
  emailVerified: boolean
  createdAt: string
  /** Null, like `premiumUntil`, for staff who may not read payments. */
  isPremium: boolean | null
  premiumUntil: string | null
  isAdmin: boolean
  staff: StaffRole | null
  ban: { reason: string; until: string | null } | null
}

export const adminUserQuery = pageQuery
  .extend({
    /** Prefix of a username or email address. */
    q: typedLine.max(254).optional(),
    filter: z.enum(userFilters).default('all'),
    /** Defaults to the usual order for the search and the filter. */
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
export interface AdminUserDetail extends AdminUser {
  record: UploadCounts
  sessions: number
  storedBytes: number
  reportsMade: number
  payments: number | null
}

/** Null removes the role. */
export const changeRoleInput = z.strictObject({ role: z.enum(staffRoles).nullable() })
export type ChangeRole = z.infer<typeof changeRoleInput>

export const banUserInput = z.strictObject({
  reason: prose.min(banReasonLength.min, banMessages.reasonShort).max(banReasonLength.max),
  /** Null: permanently. */
  days: z.union(banDays.map((days) => z.literal(days))),
})
export type BanUser = z.infer<typeof banUserInput>
