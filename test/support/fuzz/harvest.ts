import { env } from 'cloudflare:workers'
import { defaultPrices } from '#contract/values/payments/prices'
import { uploadKinds } from '#contract/values/uploads/upload'
import { testPassword } from '../factories'
import type { Pool } from './pool'

/**
 * Rows whose values an attacker may have guessed or seen: the newest of each kind, by the pools they fill.
 */
const rowsOf: Record<string, string> = {
  videos: 'select id from videos order by id desc limit 40',
  comments: 'select id from comments order by id desc limit 40',
  uploads: 'select id from uploads order by created_at desc limit 60',
  imports: 'select id from imports order by created_at desc limit 20',
  lists: 'select id from lists order by id desc limit 30',
  listKeys: 'select link_key from lists where link_key is not null order by id desc limit 20',
  keys: 'select unlisted_key from videos where unlisted_key is not null order by id desc limit 30',
  users: 'select id from users where deleting_at is null order by id desc limit 40',
  usernames: 'select username from users where deleting_at is null order by id desc limit 40',
  payments: 'select id from payments order by created_at desc limit 30',
  sessions: 'select id from sessions order by created_at desc limit 30',
  passkeys: 'select id from passkeys limit 10',
  warnings: 'select id from account_warnings order by id desc limit 20',
  reports: 'select id from reports order by id desc limit 30',
  reportCodes: 'select code from reports order by id desc limit 30',
  'removal-requests': 'select id from removal_requests order by id desc limit 30',
  removalTokens: 'select token from removal_requests order by id desc limit 30',
  removals: 'select id from removals order by id desc limit 30',
  mail: 'select id from mail_outbox order by id desc limit 30',
  jobs: 'select id from dead_letters order by id desc limit 10',
  claims: 'select id from claims order by created_at desc limit 30',
  'gift-codes': 'select id from gift_code_batches order by at desc limit 20',
  gifts: 'select id from premium_gifts order by at desc limit 20',
  categories: 'select id from categories order by id desc limit 20',
  tags: 'select slug from tags limit 60',
  'payment-alerts': 'select id from payment_alerts order by id desc limit 20',
  hashes: 'select hash from site_logos limit 5',
  mailTexts: 'select body from mail_outbox order by id desc limit 40',
}

/** Rows that belong to an account. */
const ownRows: Record<string, string> = {
  videos: 'select id, user_id as owner from videos order by id desc limit 100',
  comments: 'select id, user_id as owner from comments order by id desc limit 60',
  uploads: 'select id, user_id as owner from uploads order by created_at desc limit 100',
  imports: 'select id, user_id as owner from imports order by created_at desc limit 30',
  lists: 'select id, user_id as owner from lists order by id desc limit 60',
  sessions: 'select id, user_id as owner from sessions order by created_at desc limit 60',
  warnings: 'select id, user_id as owner from account_warnings order by id desc limit 20',
  removals: 'select id, owner_id as owner from removals order by id desc limit 20',
  payments: 'select id, user_id as owner from payments order by created_at desc limit 40',
  ...Object.fromEntries(
    uploadKinds.map((kind) => [
      kind,
      `select id, user_id as owner from uploads where status = 'done' and kind = '${kind}' order by created_at desc limit 20`,
    ]),
  ),
}

/** Fills the pools from the rows. */
export async function harvestRows(pool: Pool): Promise<void> {
  const kinds = Object.entries(rowsOf)
  const results = await env.DB.batch<Record<string, string | number>>(
    kinds.map(([, query]) => env.DB.prepare(query)),
  )
  for (const [index, [kind]] of kinds.entries()) {
    const values = (results[index]?.results ?? []).flatMap((row) => Object.values(row).slice(0, 1)).reverse()
    if (kind === 'mailTexts') {
      for (const text of values) pool.add('tokens', ...tokensIn(String(text)))
    } else pool.add(kind, ...values)
  }
  const owned = Object.entries(ownRows)
  const rows = await env.DB.batch<{ id: string | number; owner: number }>(
    owned.map(([, query]) => env.DB.prepare(query)),
  )
  for (const [index, [kind]] of owned.entries()) {
    for (const { id, owner } of (rows[index]?.results ?? []).reverse()) pool.add(`${kind} of ${owner}`, id)
  }
}

/** Returns the tokens of links in emails, which are after a `#` or in a parameter. */
function tokensIn(text: string): string[] {
  return [...text.matchAll(/[#?&](?:token=)?([\w.-]{20,200})/g)].flatMap(([, token = '']) => token)
}

/** Fills the pools from an answer. */
export function harvestAnswer(pool: Pool, path: string, response: Response, text: string): void {
  const cursor = /[?&]cursor=([^&>]+)/.exec(response.headers.get('link') ?? '')?.[1]
  if (cursor) pool.add(`cursors of ${path}`, decodeURIComponent(cursor))
  if (cursor) pool.add('cursors', decodeURIComponent(cursor))
  pool.add('media', ...(text.match(/\/media\/[\w.~-]+\/[\w.-]+/g) ?? []).slice(0, 20))
  pool.add('giftCodes', ...(text.match(/\b[0-9A-Z]{4}(-[0-9A-Z]{4}){6}\b/g) ?? []).slice(0, 5))
  pool.add('etags', response.headers.get('etag'))
  for (const name of spoken) {
    const said = new RegExp(`"${name}":"([^"\\\\]{1,400})"`).exec(text)?.[1]
    pool.add(name, said)
  }
}

/** Fields of answers whose values a later request sends back. */
const spoken = ['challenge', 'ticket', 'orderId', 'secret', 'uploadId', 'claimId', 'reference'] as const

/** The pool that fills a field of a body or a query. */
export const poolOfField: Record<string, string> = {
  videoId: 'videos',
  video: 'videos',
  videos: 'videos',
  before: 'videos',
  after: 'videos',
  id: 'videos',
  categoryId: 'categories',
  category: 'categories',
  parentId: 'comments',
  parent: 'comments',
  key: 'keys',
  replaces: 'keys',
  token: 'tokens',
  challenge: 'challenge',
  ticket: 'ticket',
  username: 'usernames',
  owner: 'usernames',
  uploader: 'usernames',
  userId: 'users',
  actor: 'users',
  orderId: 'orderId',
  tag: 'tags',
  tags: 'tags',
  slug: 'tags',
  into: 'tags',
  upload: 'uploads',
}

export const uploadOfField: Record<string, string> = {
  videoFile: 'video',
  thumbnailFile: 'image',
  blurredFile: 'blurred',
  storyboardFile: 'storyboard',
  previewFile: 'preview',
  trailerFile: 'trailer',
  renditions: 'rendition',
  avatarFile: 'avatar',
  avatar: 'avatar',
}

export const fixedFields: Record<string, readonly unknown[]> = {
  password: [testPassword],
  currentPassword: [testPassword],
  newPassword: [testPassword, 'another good password'],
  name: ['Ada Lovelace', 'A name'],
  signature: ['Ada Lovelace'],
  email: ['reader@example.org', 'Someone.Else+x@example.com', 'new@example.net'],
  contactEmail: ['desk@example.org'],
  videoUrl: ['https://example.com/a.mp4', '/media/a/source.mp4'],
  thumbnailUrl: ['https://example.com/a.jpg'],
  agreedMinor: Object.values(defaultPrices).flatMap((each) => Object.values(each)),
  days: [7, 28, 90],
  quality: [720, 1080, 2160],
  language: ['en', 'de', 'pt-BR'],
  lastDay: [null],
  termsVersion: [1],
  acceptTerms: [true],
  consent: [true],
}

/** Returns the pool that fills a parameter of a path, by its name and the part of the path before it. */
export function poolOfParameter(name: string, before: string): string {
  if (name === 'videoId') return 'videos'
  if (name === 'username') return 'usernames'
  if (name === 'hash') return 'hashes'
  if (name === 'code') return 'reportCodes'
  if (name === 'key') return 'listKeys'
  if (name === 'token') return 'removalTokens'
  return others[before] ?? before
}

const others: Record<string, string> = {
  embed: 'videos',
  follows: 'users',
  'comment-blocks': 'users',
  appeals: 'removals',
  notes: 'users',
  'factor-resets': 'users',
}

export const fixedParameters: Record<string, readonly string[]> = {
  language: ['en', 'de', 'fr', 'pt-BR', 'xx'],
  number: ['1', '2', '3'],
  provider: ['paypal', 'razorpay', 'chain', 'x'],
  month: ['2026-10', '2026-11', '2025-01', '2026-13'],
}
