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
import { line } from '../shared/parts'
import type { UploadCounts } from './content'

export interface AdminUser {
  id: number
  username: string
  /** Null for staff who don't read addresses. */
  email: string | null
  emailVerified: boolean
  createdAt: string
  /** Null for staff who don't read payments; so is the term. */
  isPremium: boolean | null
  premiumUntil: string | null
  isAdmin: boolean
  staff: StaffRole | null
  ban: { reason: string; until: string | null } | null
}

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
export interface AdminUserDetail extends AdminUser {
  record: UploadCounts
  sessions: number
  storedBytes: number
  reportsMade: number
  payments: number | null
}

/** Null takes the role away. */
export const changeRoleInput = z.strictObject({ role: z.enum(staffRoles).nullable() })
export type ChangeRole = z.infer<typeof changeRoleInput>

export const banUserInput = z.strictObject({
  reason: z.string().trim().min(banReasonLength.min, banMessages.reasonShort).max(banReasonLength.max),
  /** Null: without end. */
  days: z.union(banDays.map((days) => z.literal(days))),
})
export type BanUser = z.infer<typeof banUserInput>
