import type { AccountCare } from '#contract/schemas/moderation/account-care'
import type { AdminUser, AdminUserDetail } from '#contract/schemas/moderation/users'
import type { FieldData } from '#contract/schemas/site/field-data'
import type { AdminMail, AuditEntry, DeadLetter } from '#contract/schemas/site/operations'
import type { Overview } from '#contract/schemas/site/overview'
import { defaultSettings } from '#contract/schemas/site/settings'
import type { AdminLegal, AdminSettings } from '#contract/schemas/site/settings-admin'
import type { StorageScan, StorageStats } from '#contract/schemas/site/storage'
import { overviewDays } from '#contract/values/site/overview'
import { settings } from './site'

const at = '2026-11-20T10:00:00.000Z'

export function makeOverview(over: Partial<Overview> = {}): Overview {
  const none = { count: 0, since: null }
  return {
    waiting: {
      pending: none,
      changed: none,
      reports: none,
      comments: none,
      removals: none,
      appeals: none,
      claims: none,
      paymentAlerts: none,
      jobs: none,
      mail: none,
    },
    nextRemovalDue: null,
    salesOff: false,
    totals: { users: 1234, videos: 56, premium: 7, storedBytes: 2.5e9, budgetBytes: 1e10 },
    days: Array.from({ length: overviewDays }, (_, index) => makeDay(index)),
    checklist: [
      { id: 'approval', ok: true },
      { id: 'mail', ok: true },
      { id: 'regions', ok: true },
      { id: 'processor', ok: true },
      { id: 'contact', ok: true },
      { id: 'legal', ok: true },
      { id: 'second-factor', ok: true },
    ],
    ...over,
  }
}

/** Returns the day with this number since November 1st, 2026. */
export function makeDay(index: number, over: Partial<Overview['days'][number]> = {}) {
  const day = new Date(Date.UTC(2026, 10, 1 + index)).toISOString().slice(0, 10)
  return { day, signups: 0, uploads: 0, plays: 0, premium: null, charged: {}, refunded: {}, ...over }
}

export function makeAdminUser(id: number, over: Partial<AdminUser> = {}): AdminUser {
  return {
    id,
    username: `user${id}`,
    email: `user${id}@example.org`,
    emailVerified: true,
    createdAt: at,
    isPremium: false,
    premiumUntil: null,
    isAdmin: false,
    staff: over.isAdmin ? 'administrator' : null,
    ban: null,
    ...over,
  }
}

export function makeUserDetail(id: number, over: Partial<AdminUserDetail> = {}): AdminUserDetail {
  return {
    ...makeAdminUser(id, over),
    record: {
      videos: 12,
      approved: 9,
      rejected: 2,
      removed: 1,
      openReports: 3,
    },
    sessions: 2,
    storedBytes: 4.2e9,
    reportsMade: 5,
    payments: 4,
    ...over,
  }
}

/** Returns the field data of a site where nothing was measured yet. */
export function makeFieldData(over: Partial<FieldData> = {}): FieldData {
  return {
    isOn: true,
    from: 'database',
    days: 7,
    visits: 0,
    lcp: null,
    inp: null,
    cls: null,
    firstFrame: null,
    routes: [],
    qualities: [],
    errors: [],
    colos: [],
    plays: { count: 0, stalled: 0 },
    edgeCache: { hits: 0, misses: 0 },
    ...over,
  }
}

export function makeSettings(over: Partial<AdminSettings> = {}): AdminSettings {
  return {
    ...defaultSettings,
    ...settings,
    configured: { methods: ['wallet', 'checkout', 'upi', 'netbanking', 'crypto'], cardProcessors: [] },
    cardPaymentsEnabled: false,
    cardRulesSince: null,
    updatedAt: at,
    updatedBy: { id: 3, username: 'boss' },
    ...over,
  }
}

export function makeLegal(over: Partial<AdminLegal> = {}): AdminLegal {
  return {
    slug: 'terms',
    title: 'Terms of Service',
    body: 'Welcome to {siteName}.',
    version: 2,
    publishedAt: at,
    newerDefault: null,
    versions: [
      { version: 2, title: 'Terms of Service', publishedAt: at },
      { version: 1, title: 'Terms', publishedAt: '2026-01-01T10:00:00.000Z' },
    ],
    ...over,
  }
}

export function makeScan(over: Partial<StorageScan> = {}): StorageScan {
  return {
    startedAt: at,
    finishedAt: at,
    objects: 40,
    bytes: 3e9,
    orphans: 0,
    orphanBytes: 0,
    missing: 0,
    missingKeys: [],
    driftBytes: 0,
    ...over,
  }
}

export function makeStorage(over: Partial<StorageStats> = {}): StorageStats {
  return {
    totalBytes: 3e9,
    videoBytes: 2.9e9,
    imageBytes: 1e8,
    storageType: 'Cloudflare R2',
    bucket: 'nocturne-media',
    baseUrl: 'https://example.org/media',
    kinds: [
      { kind: 'poster', objects: 12, bytes: 1e8 },
      { kind: 'source', objects: 28, bytes: 2.9e9 },
    ],
    budgetBytes: 1e10,
    monthlyCost: 12.345,
    pendingDeletion: 0,
    scan: null,
    ...over,
  }
}

export function makeEntry(id: number, over: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id,
    at,
    actor: { id: 3, username: 'boss' },
    action: 'video.remove',
    subject: 'video',
    subjectId: '41',
    subjectName: null,
    reason: null,
    details: null,
    requestId: `request-${id}`,
    ...over,
  }
}

export function makeMail(id: number, over: Partial<AdminMail> = {}): AdminMail {
  return {
    id,
    at,
    recipient: `user${id}@example.org`,
    subject: `Subject ${id}`,
    body: 'Dear reader.',
    attempts: 1,
    nextAttemptAt: at,
    sentAt: null,
    lastError: null,
    ...over,
  }
}

export function makeJob(id: string, over: Partial<DeadLetter> = {}): DeadLetter {
  return {
    id,
    at,
    queue: 'nocturne-jobs',
    body: { job: 'hash', videoId: 4 },
    attempts: 5,
    resolvedAt: null,
    ...over,
  }
}

export function makeCare(over: Partial<AccountCare> = {}): AccountCare {
  return {
    trustedAt: null,
    allowance: { quotaBytes: 5e10, publishesPerDay: 50, openUploads: 20 },
    limits: { quotaBytes: null, publishesPerDay: null, openUploads: null },
    profile: null,
    twoStep: false,
    factorReset: null,
    warnings: [],
    notes: [],
    closedLists: [],
    ...over,
  }
}
