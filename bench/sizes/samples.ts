/** A column of a table that is filled with samples. */
interface Sampled {
  table: string
  name: string
  type: string
  isNullable: boolean
}

/** Returns a number from 0 to below 1, the same ones in each run. */
type Chance = () => number

type Value = string | number | null

const id = 22
const hex = 64
const hash = 43

/** Lengths of texts, by column, or by table and column. Others have eight characters. */
const lengths: Record<string, number> = {
  title: 42,
  title_folded: 42,
  video_title: 42,
  description: 220,
  tags: 36,
  body: 120,
  text: 150,
  details: 60,
  statement: 300,
  about: 160,
  note: 60,
  reason: 12,
  decision_note: 80,
  'audit_log.reason': 40,
  username: 11,
  username_canonical: 11,
  username_skeleton: 11,
  email: 24,
  email_canonical: 24,
  recipient: 24,
  name: 14,
  name_folded: 14,
  signature: 14,
  slug: 12,
  term: 9,
  word: 8,
  typo: 7,
  language: 2,
  country: 2,
  id,
  token: id,
  upload_id: id,
  batch_id: id,
  gift_id: id,
  payment_id: id,
  order_id: id,
  request_id: id,
  key: id + 2,
  object_key: id + 2,
  source_key: id + 2,
  poster_key: id + 2,
  avatar_key: id + 2,
  sha256: hex,
  preview_key: id + 2,
  trailer_key: id + 2,
  storyboard_key: id + 2,
  blurred_key: id + 2,
  cleared_key: id + 2,
  picture_sha256: hex,
  sound_sha256: hex,
  parts_sha256: hex,
  fingerprint: hex,
  hash,
  confirm_hash: hash,
  'challenges.id': hash,
  password_hash: 110,
  secret: 80,
  public_key: 105,
  viewer: hash,
  reporter_key: hash,
  ref: 16,
  link_key: id,
  code: 12,
  device: 17,
  subject_id: 6,
  subject: 6,
  action: 14,
  'mail_outbox.subject': 30,
  dedupe_key: 32,
  file_name: 24,
  content_type: 10,
  etag: 34,
  url: 60,
  provider_order_id: 24,
  provider_payment_id: 24,
  provider_ref: 24,
  event_id: 30,
  currency: 3,
  codecs: 24,
  // As R2 has them; local ones are shorter.
  r2_upload_id: 250,
  // Ten minutes, cut to segments of ten seconds.
  segments: 800,
  pictures: 90,
  poster_pictures: 90,
  files: 170,
  columns: 120,
  muted_mails: 2,
  muted_notices: 2,
  digest_kinds: 2,
  // Emails lose their text once they are sent.
  'mail_outbox.body': 0,
  'webhook_events.body': 1200,
  'dead_letters.body': 50,
  added: 2,
}

/** Nullable columns that mostly have a value. */
const given = new Set([
  'actor_id',
  'user_id',
  'owner_id',
  'reporter_id',
  'video_id',
  'payment_id',
  'order_id',
  'upload_id',
  'plan',
  'sent_at',
  'resolved_at',
  'decided_at',
  'decided_by',
  'finished_at',
  'confirmed_at',
  'acknowledged_at',
  'told_at',
  'email_verified_at',
  'verified_by',
  'verified_at',
  'amount_minor',
  'provider_order_id',
  'ref',
  'comment_id',
  'source_key',
  'source_type',
  'source_bytes',
  'duration',
  'width',
  'height',
  'poster_key',
  'poster_type',
  'sha256',
  'poster_bytes',
  'poster_pictures',
  'preview_key',
  'preview_bytes',
  'storyboard_key',
  'storyboard_bytes',
  'files',
  'storyboard_rows',
  'picture_sha256',
  'sound_sha256',
  'crc32',
  'parts_sha256',
  'country',
  'details',
  'size',
  'url',
  'read_at',
  'answers_id',
  'outcome',
  'used_at',
  'hour_from',
  'hour_count',
  'last_step',
  'video_title',
  'removed_by',
])

/** Values of columns that decide which indexes hold a row, or that have few values. */
const fixed: Record<string, string | number> = {
  'videos.status': 'ready',
  'videos.review': 'approved',
  'videos.is_public': 1,
  'videos.open_reports': 0,
  'videos.title_forms': '',
  'comments.state': 'shown',
  'comments.open_reports': 0,
  'comments.is_pinned': 0,
  'uploads.status': 'used',
  'uploads.kind': 'rendition',
  'imports.status': 'done',
  'reports.status': 'upheld',
  'removal_requests.status': 'removed',
  'claims.status': 'granted',
  'comment_reports.status': 'upheld',
  'announcements.is_done': 1,
  'media_objects.kind': 'rendition',
  'users.is_admin': 0,
  'entitlement_events.kind': 'grant',
  'gift_events.kind': 'grant',
  provider: 'razorpay',
  'payment_refs.kind': 'reference',
  'claims.kind': 'reference',
}

/** Every name above: of a column, or of a table and a column. */
export const sampledColumns = [...new Set([...Object.keys(lengths), ...given, ...Object.keys(fixed)])]

const began = 1_790_000_000_000
const days = 400

/** Returns a source of pseudo-random numbers, seeded by a name. */
export function seeded(name: string): Chance {
  let state = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

/** Returns a plausible value of a column; later rows have later times. */
export function sample({ table, name, type, isNullable }: Sampled, row: number, chance: Chance): Value {
  const known = fixed[`${table}.${name}`] ?? fixed[name]
  if (known !== undefined) return known
  if (table === 'video_search') return words(name, chance)
  if (isNullable && !given.has(name)) return null
  if (type === 'REAL') return chance() * 1000
  if (type === 'INTEGER') return numberOf(name, row, chance)
  return textOf(lengths[`${table}.${name}`] ?? lengths[name] ?? 8, chance)
}

function numberOf(name: string, row: number, chance: Chance): number {
  if (/(^at|_at|_since|_from|until|expires)$/.test(name))
    return began + row * 60_000 + Math.floor(chance() * 1000)
  if (name === 'day') return 20_500 + Math.floor(chance() * days)
  if (/_id$|_by$/.test(name)) return 1 + Math.floor(chance() * 200_000)
  if (/bytes|^size$|bandwidth|amount|crc32/.test(name)) return Math.floor(chance() * 4e7)
  return Math.floor(chance() * 100)
}

function textOf(length: number, chance: Chance): string {
  const piece = () => Math.floor(chance() * 36 ** 6).toString(36)
  return Array.from({ length: Math.ceil(length / 5) }, piece)
    .join('')
    .padEnd(length, '0')
    .slice(0, length)
}

/** Words of a text of the search index: few are common, many are rare. */
function words(name: string, chance: Chance): string {
  const count = name === 'description' ? 35 : name === 'title' ? 7 : name === 'tags' ? 4 : 1
  return Array.from({ length: count }, () => `word${Math.floor(20_000 ** chance())}`).join(' ')
}
