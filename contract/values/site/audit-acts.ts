/**
 * An actor's acts, by the action's name in the log. `{it}` stands for the thing where it is named: `removed
 * {it}`.
 */
export const auditActs: Record<string, string> = {
  'video.import': 'imported {it}',
  'video.update': 'changed {it}',
  'video.correct': 'corrected {it}',
  'video.seen': 'accepted the changes to {it}',
  'video.revert': 'restored the approved texts of {it}',
  'video.recall': 'sent {it} back to review',
  'video.approve': 'approved {it}',
  'video.reject': 'rejected {it}',
  'video.resubmit': 'submitted {it} for review again',
  'video.quarantine': 'hid {it} until a report is decided',
  'video.release': 'released {it} from quarantine',
  'video.remove': 'removed {it}',
  'video.restore': 'restored {it}',
  'video.delete': 'deleted {it}',
  'video.delete-files': 'deleted the files of {it}',
  'video.evidence': 'exported the evidence about {it}',
  'report.remove': 'upheld {it}',
  'report.dismiss': 'dismissed {it}',
  'comment.remove': 'removed {it}',
  'comment.restore': 'restored {it}',
  'comment.keep': 'decided to keep {it}',
  'removal-request.remove': 'granted {it}',
  'removal-request.refuse': 'declined {it}',
  'removal.copy': 'removed an identical copy in {it}',
  'removal.restore': 'reversed {it}',
  'list.close': 'closed the link of {it}',
  'list.reopen': 'allowed {it} to be shared again',
  'appeal.restore': 'granted the appeal against {it}',
  'appeal.keep': 'rejected the appeal against {it}',
  'user.promote': 'made {it} an administrator',
  'user.demote': 'made {it} a regular user',
  'user.ban': 'banned {it}',
  'user.unban': 'unbanned {it}',
  'user.trust': 'let {it} publish without review',
  'user.untrust': 'sent new uploads of {it} to review again',
  'user.limits': 'changed the limits of {it}',
  'user.confirm-email': 'confirmed the email address of {it}',
  'user.send-reset': 'sent {it} a link to reset the password',
  'user.end-sessions': 'signed {it} out everywhere',
  'user.clear-profile': 'cleared the profile of {it}',
  'user.warn': 'warned {it}',
  'user.note': 'added a note about {it}',
  'user.gift': 'gave {it} premium',
  'user.gift-revoke': 'took back a gift of premium from {it}',
  'user.factor-request': 'requested that two-step sign-in of {it} be reset',
  'user.factor-withdraw': 'withdrew the request to reset two-step sign-in of {it}',
  'user.reset-factor': 'reset two-step sign-in of {it}',
  'user.delete': 'deleted {it}',
  'payment.refund': 'requested a refund of {it}',
  'payment.refunded': 'refunded {it}',
  'payment.refund-pending': 'was told that a refund of {it} is pending',
  'payment.refund-refused': 'was refused a refund of {it} by the provider',
  'payment.export': 'exported the payments of {it}',
  'payment-alert.resolve': 'resolved {it}',
  'claim.approve': 'approved {it}',
  'claim.reject': 'rejected {it}',
  'claim.expire': 'let {it} expire',
  'gift-codes.make': 'made the gift codes of {it}',
  'gift-codes.find': 'looked up who redeemed a code of {it}',
  'gift-codes.revoke': 'revoked the gift codes of {it}',
  'settings.update': 'changed {it}',
  'cards.on': 'turned on card payments',
  'cards.open': 'started offering cards',
  'cards.off': 'turned off card payments',
  'legal.publish': 'published {it}',
  'category.create': 'added {it}',
  'category.update': 'changed {it}',
  'category.reorder': 'moved {it}',
  'category.delete': 'deleted {it}',
  'tag.block': 'blocked {it}',
  'tag.unblock': 'unblocked {it}',
  'tag.merge': 'merged {it} into another',
  'tag.unmerge': 'undid the merge of {it}',
  'news.send': 'sent {it}',
  'mail.retry': 'queued {it} again',
  'job.retry': 'retried {it}',
  'job.dismiss': 'dismissed {it}',
  'storage.scan': 'started a check of {it}',
  'storage.clean': 'deleted orphaned files from {it}',
  'object.size': 'corrected the size of {it}',
  'acquirer.export': 'exported {it}',
  'audit.export': 'exported {it}',
}

/** The subjects of entries, by their names in the log. */
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
  'gift-codes': 'Gift codes',
  category: 'Category',
  tag: 'Tag',
  settings: 'Settings',
  'acquirer-report': 'Report for the acquirer',
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
  /** The words before and after the thing: `made`, `private`. */
  before: string
  /** Empty if the words already name it. */
  thing: string
  after: string
}

/** Returns the parts of the sentence about an entry's act: `made`, `“Title”`, `private`. */
export function auditSentence(entry: Entry): AuditSentence {
  const words = wordsOf(entry)
  const [before = '', after = ''] = words.split('{it}')
  return { before: before.trim(), thing: words.includes('{it}') ? thingOf(entry) : '', after: after.trim() }
}

/** Returns the whole sentence: `admin made “Title” private`. */
export function auditText(entry: Entry & { actor: { username: string } | null }): string {
  const { before, thing, after } = auditSentence(entry)
  return [actorName(entry.actor), before, thing, after].filter((part) => part !== '').join(' ')
}

export function actorName(actor: { username: string } | null): string {
  if (actor === null) return 'The system'
  return actor.username || 'A deleted account'
}

function wordsOf(entry: Entry): string {
  const words = auditActs[entry.action]
  if (words === undefined) return `${entry.action.replaceAll(/[._-]/g, ' ')}: {it}`
  if (entry.action === 'video.update') return madeOf(entry.details) ?? words
  return words
}

/** Returns the words for a change of a video, if one word describes each changed field. */
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

/** Things that exist only once. */
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
