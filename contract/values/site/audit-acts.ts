interface Act {
  /** As one chooses it from a list. */
  label: string
  /** What the actor did, with the thing as `{it}`: `removed {it}`. */
  words: string
}

const acts = {
  Videos: {
    'video.import': { label: 'Video imported', words: 'imported {it}' },
    'video.update': { label: 'Video changed', words: 'changed {it}' },
    'video.correct': { label: 'Video corrected', words: 'corrected {it}' },
    'video.seen': { label: 'Changes accepted', words: 'accepted the changes to {it}' },
    'video.revert': { label: 'Approved texts restored', words: 'restored the approved texts of {it}' },
    'video.recall': { label: 'Sent back to review', words: 'sent {it} back to review' },
    'video.approve': { label: 'Video approved', words: 'approved {it}' },
    'video.reject': { label: 'Video rejected', words: 'rejected {it}' },
    'video.resubmit': { label: 'Video submitted again', words: 'submitted {it} for review again' },
    'video.quarantine': { label: 'Video quarantined', words: 'hid {it} until a report is decided' },
    'video.release': { label: 'Video released', words: 'released {it} from quarantine' },
    'video.remove': { label: 'Video removed', words: 'removed {it}' },
    'video.restore': { label: 'Video restored', words: 'restored {it}' },
    'video.delete': { label: 'Video deleted', words: 'deleted {it}' },
    'video.purge': { label: 'Video files deleted', words: 'deleted the files of {it}' },
    'video.evidence': { label: 'Evidence exported', words: 'exported the evidence about {it}' },
  },
  Cases: {
    'report.remove': { label: 'Report upheld', words: 'upheld {it}' },
    'report.dismiss': { label: 'Report dismissed', words: 'dismissed {it}' },
    'comment.remove': { label: 'Comment removed', words: 'removed {it}' },
    'comment.restore': { label: 'Comment restored', words: 'restored {it}' },
    'comment.keep': { label: 'Comment kept', words: 'decided to keep {it}' },
    'removal-request.remove': { label: 'Removal request granted', words: 'granted {it}' },
    'removal-request.refuse': { label: 'Removal request declined', words: 'declined {it}' },
    'removal.copy': { label: 'Identical copy removed', words: 'removed an identical copy in {it}' },
    'removal.restore': { label: 'Removal reversed', words: 'reversed {it}' },
    'list.close': { label: 'Link of a list closed', words: 'closed the link of {it}' },
    'list.reopen': { label: 'List may be shared again', words: 'allowed {it} to be shared again' },
    'appeal.restore': { label: 'Appeal granted', words: 'granted the appeal against {it}' },
    'appeal.keep': { label: 'Appeal rejected', words: 'rejected the appeal against {it}' },
  },
  Accounts: {
    'user.promote': { label: 'Administrator added', words: 'made {it} an administrator' },
    'user.demote': { label: 'Administrator removed', words: 'made {it} a regular user' },
    'user.ban': { label: 'Account banned', words: 'banned {it}' },
    'user.unban': { label: 'Account unbanned', words: 'unbanned {it}' },
    'user.trust': { label: 'Uploader trusted', words: 'let {it} publish without review' },
    'user.untrust': { label: 'Trust withdrawn', words: 'sent new uploads of {it} to review again' },
    'user.limits': { label: 'Limits changed', words: 'changed the limits of {it}' },
    'user.confirm-email': { label: 'Address confirmed', words: 'confirmed the email address of {it}' },
    'user.send-reset': { label: 'Reset link sent', words: 'sent {it} a link to reset the password' },
    'user.end-sessions': { label: 'Sessions ended', words: 'signed {it} out everywhere' },
    'user.clear-profile': { label: 'Profile cleared', words: 'cleared the profile of {it}' },
    'user.warn': { label: 'Member warned', words: 'warned {it}' },
    'user.note': { label: 'Note added', words: 'added a note about {it}' },
    'user.gift': { label: 'Premium given', words: 'gave {it} premium' },
    'user.gift-revoke': { label: 'Gift revoked', words: 'took back a gift of premium from {it}' },
    'user.factor-request': {
      label: 'Two-step reset requested',
      words: 'requested that two-step sign-in of {it} be reset',
    },
    'user.factor-withdraw': {
      label: 'Two-step reset withdrawn',
      words: 'withdrew the request to reset two-step sign-in of {it}',
    },
    'user.reset-factor': { label: 'Two-step sign-in reset', words: 'reset two-step sign-in of {it}' },
    'user.erase': { label: 'Account deleted', words: 'deleted {it}' },
  },
  Payments: {
    'payment.refund': { label: 'Refund requested', words: 'requested a refund of {it}' },
    'payment.refunded': { label: 'Refund made', words: 'refunded {it}' },
    'payment.refund-pending': { label: 'Refund pending', words: 'was told that a refund of {it} is pending' },
    'payment.refund-refused': {
      label: 'Refund refused by the provider',
      words: 'was refused a refund of {it} by the provider',
    },
    'payment.export': { label: 'Payments exported', words: 'exported the payments of {it}' },
    'payment-alert.resolve': { label: 'Payment alert resolved', words: 'resolved {it}' },
    'claim.approve': { label: 'Claim approved', words: 'approved {it}' },
    'claim.reject': { label: 'Claim rejected', words: 'rejected {it}' },
    'claim.expire': { label: 'Claim expired', words: 'let {it} expire' },
  },
  Site: {
    'settings.update': { label: 'Settings changed', words: 'changed {it}' },
    'legal.publish': { label: 'Legal page published', words: 'published {it}' },
    'category.create': { label: 'Category added', words: 'added {it}' },
    'category.update': { label: 'Category changed', words: 'changed {it}' },
    'category.reorder': { label: 'Categories reordered', words: 'moved {it}' },
    'category.delete': { label: 'Category deleted', words: 'deleted {it}' },
    'tag.block': { label: 'Tag blocked', words: 'blocked {it}' },
    'tag.unblock': { label: 'Tag unblocked', words: 'unblocked {it}' },
    'tag.merge': { label: 'Tags merged', words: 'merged {it} into another' },
    'tag.unmerge': { label: 'Merge of tags undone', words: 'undid the merge of {it}' },
    'news.send': { label: 'Newsletter sent', words: 'sent {it}' },
    'mail.retry': { label: 'Email queued again', words: 'queued {it} again' },
    'job.retry': { label: 'Job retried', words: 'retried {it}' },
    'job.dismiss': { label: 'Job dismissed', words: 'dismissed {it}' },
    'storage.scan': { label: 'Storage checked', words: 'started a check of {it}' },
    'storage.clean': { label: 'Orphaned files deleted', words: 'deleted orphaned files from {it}' },
    'object.size': { label: 'File size corrected', words: 'corrected the size of {it}' },
    'audit.export': { label: 'Audit log exported', words: 'exported {it}' },
  },
} as const satisfies Record<string, Record<string, Act>>

/** Actions that the audit log records, in groups, by their names there. */
export const auditActs: Record<string, Record<string, Act>> = acts
const byAction: Record<string, Act> = Object.assign({}, ...Object.values(acts))

/** What an entry can be about, by its name in the log. */
export const auditSubjects: Record<string, string> = {
  video: 'Video',
  user: 'Account',
  report: 'Report',
  comment: 'Comment',
  'removal-request': 'Removal request',
  removal: 'Removal',
  list: 'List',
  payment: 'Payment',
  payments: 'Monthly statement',
  'payment-alert': 'Payment alert',
  claim: 'Claim',
  category: 'Category',
  tag: 'Tag',
  settings: 'Settings',
  legal: 'Legal page',
  news: 'Newsletter',
  mail: 'Email',
  job: 'Job',
  storage: 'Storage',
  object: 'File',
  audit: 'Audit log',
}

interface Entry {
  action: string
  subject: string
  subjectId: string
  /** Title of a video, name of an account or category; null if it is gone or has none. */
  subjectName: string | null
  details: Record<string, unknown> | null
}

export interface AuditSentence {
  /** Before and after the thing: `made`, `private`. */
  before: string
  thing: string
  after: string
}

/** Returns what an entry's actor did: `made`, `“Title”`, `private`. */
export function auditSentence(entry: Entry): AuditSentence {
  const [before = '', after = ''] = wordsOf(entry).split('{it}')
  return { before: before.trim(), thing: thingOf(entry), after: after.trim() }
}

/** Returns the whole sentence: `admin made “Title” private`. */
export function auditText(entry: Entry & { actor: { username: string } | null }): string {
  const { before, thing, after } = auditSentence(entry)
  return [actorName(entry.actor), before, thing, after].join(' ').trim()
}

export function actorName(actor: { username: string } | null): string {
  if (actor === null) return 'The system'
  return actor.username || 'A deleted account'
}

function wordsOf(entry: Entry): string {
  const words = byAction[entry.action]?.words
  if (words === undefined) return `${entry.action.replaceAll(/[._-]/g, ' ')}: {it}`
  if (entry.action === 'video.update') return madeOf(entry.details) ?? words
  return words
}

/** Returns what became of a video whose change is one that a word says. */
function madeOf(details: Entry['details']): string | undefined {
  const before = fieldsOf(details?.before)
  const after = fieldsOf(details?.after)
  const changed = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const made = changed.map((name) => states[`${name}:${after[name]}`])
  return made.length > 0 && made.every((word) => word !== undefined)
    ? `made {it} ${made.join(' and ')}`
    : undefined
}

const states: Record<string, string> = {
  'isPublic:true': 'public',
  'isPublic:false': 'private',
  'isPremium:true': 'premium',
  'isPremium:false': 'free',
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** Things of which there is one. */
const single: Record<string, string> = {
  settings: 'the site settings',
  storage: 'the storage',
  audit: 'the audit log',
}

function thingOf({ subject, subjectId, subjectName }: Entry): string {
  const one = single[subject]
  if (one !== undefined) return one
  if (subject === 'payments') return subjectId
  if (subjectName !== null) return subject === 'user' ? subjectName : `“${subjectName}”`
  return `${(auditSubjects[subject] ?? subject).toLowerCase()} ${subjectId}`
}
