import type { PasskeyCreation, PasskeyRequest, TotpSetup } from '#contract/schemas/accounts/account'
import { orderByProviderId } from '#db/queries/payments/orders'
import {
  accountWarnings,
  commentBlocks,
  imports,
  listItems,
  notices,
  totpSecrets,
  watchHistory,
} from '#db/schema'
import { leaveToken } from '#worker/services/shared/mail/index'
import { randomId } from '#worker/storage/keys'
import { newAccount } from '../accounts/accounts'
import { Authenticator } from '../accounts/authenticator'
import { askForLink } from '../accounts/links'
import { mailsTo, newAddress, requestNews, subscriberOf, tokenIn } from '../accounts/newsletter'
import { addPasskey } from '../accounts/passkeys'
import { codeAt, firstStep, guardedAt } from '../accounts/second-factor'
import type { TestClient } from '../client'
import { jobContext } from '../context'
import type { EnvClient } from '../env-client'
import {
  type MadeUser,
  makeTerm,
  makeUpload,
  makeUser,
  makeVideo,
  randomLetters,
  signInAs,
  testDb,
  testPassword,
} from '../factories'
import { fixture } from '../fixtures'
import { plainForm, removalForm } from '../moderation/removals'
import { agreedOrder } from '../payments/agreed-order'
import { newReference, newTransactionId } from '../payments/claims'
import { makeGiftCodes } from '../payments/gift-codes'
import { openCheckout, type PaymentsWorld, subscribe } from '../payments/payments'
import { putCaptions, vtt } from '../videos/captions'
import { makeComment } from '../videos/comments'
import { makeList } from '../videos/lists'
import { announce, contentDigest } from '../videos/uploads'

const db = testDb()

export interface Someone {
  id: number
  username: string
  client: TestClient
}

/** The acting people. All use the worker through the same bindings, which can fail. */
export interface Cast {
  visitor: TestClient
  viewer: Someone
  /** Owns the videos that the viewer sees. */
  owner: Someone
  admin: Someone
  world: PaymentsWorld
  /** A browser of the same site. */
  browser(): EnvClient
}

/** A request that changes something, with everything it needs prepared. */
export interface Scene {
  by: TestClient
  /** The route's parameters, in their order. */
  named?: (string | number)[]
  query?: string
  json?: unknown
  body?: BodyInit
  headers?: Record<string, string>
}
export type Prepare = (cast: Cast) => Promise<Scene>

async function fresh(cast: Cast, options: MadeUser = {}): Promise<Someone> {
  const user = await makeUser(options)
  return { ...user, client: await signInAs(user, cast.browser()) }
}

/** Creates an account with two-step sign-in. */
async function withFactor(cast: Cast): Promise<Someone> {
  const someone = await fresh(cast)
  const at = Date.now()
  await db.insert(totpSecrets).values({ userId: someone.id, secret: 'x', confirmedAt: at, createdAt: at })
  return someone
}

/** Creates an account that requests links and follows them. */
async function linkOwner(cast: Cast) {
  const someone = await fresh(cast)
  return { ...someone, email: `${someone.username}@example.com` }
}

/** Creates a video of the owner's. */
const video = async ({ owner }: Cast, change: Parameters<typeof makeVideo>[1] = {}) =>
  (await makeVideo(owner.id, change)).id

/** Returns PayPal's call about a capture that no one confirmed. */
async function toldOfWallet(cast: Cast, named: string[]) {
  const { sandbox } = cast.world
  const orderId = await subscribe((await fresh(cast)).client)
  sandbox.paypal.approve(orderId)
  sandbox.paypal.captureInBrowser(orderId)
  const told = await sandbox.webhooks.request(sandbox.webhooks.last('PAYMENT.CAPTURE.COMPLETED'))
  return {
    by: cast.browser(),
    named,
    body: await told.text(),
    headers: Object.fromEntries(told.headers),
  }
}

async function uploader(): Promise<number> {
  const { id } = await makeUser()
  await makeVideo(id)
  return id
}

/** Prepares a viewer's request about another account's video. */
const onVideo =
  (scene: Partial<Scene> = {}, before?: (videoId: number, viewer: Someone) => Promise<unknown>): Prepare =>
  async (cast) => {
    const id = await video(cast)
    await before?.(id, cast.viewer)
    return { by: cast.viewer.client, named: [id], ...scene }
  }

/** Prepares a request about a comment: by default one's own, below another account's video. */
const onComment =
  (
    scene: Partial<Scene> = {},
    {
      as = 'viewer',
      change = {},
    }: { as?: 'viewer' | 'owner'; change?: Parameters<typeof makeComment>[2] } = {},
  ): Prepare =>
  async (cast) => {
    const { id } = await makeComment(await video(cast), cast.viewer.id, change)
    return { by: cast[as].client, named: [id], ...scene }
  }

/** Prepares an uploader's request about their own video. */
const onOwn =
  (scene: Partial<Scene> = {}, change: Parameters<typeof makeVideo>[1] = {}): Prepare =>
  async (cast) => ({ by: cast.owner.client, named: [await video(cast, change)], ...scene })

const onList =
  (
    scene: (listId: number, videoId: number) => Partial<Scene>,
    { has = false, change = {} }: { has?: boolean; change?: Parameters<typeof makeList>[1] } = {},
  ): Prepare =>
  async (cast) => {
    const listId = await makeList(cast.viewer.id, change)
    const videoId = await video(cast)
    const entry = { listId, addedAt: 0 }
    if (has)
      await db.insert(listItems).values([
        { ...entry, videoId: await video(cast), place: 1 },
        { ...entry, videoId, place: 2 },
      ])
    return { by: cast.viewer.client, named: [listId], ...scene(listId, videoId) }
  }

const byVisitor =
  (json: () => unknown): Prepare =>
  async ({ visitor }) => ({ by: visitor, json: json() })

const key = 'AAAAAAAAAAAAAAAAAAAAAA'

/** Opens an upload, and sends all of it or nothing. */
async function sent(cast: Cast, parts: 0 | 1) {
  const { client } = cast.viewer
  const bytes = fixture('ok.mp4')
  const { id } = await client.json<{ id: string }>('POST', '/api/uploads', announce(bytes.length))
  const part = {
    body: bytes,
    headers: { 'content-length': String(bytes.length), 'content-digest': await contentDigest(bytes) },
  }
  if (parts === 1) await client.request('PUT', `/api/uploads/${id}/parts/1`, part)
  return { id, part }
}

const claim =
  (json: () => unknown): Prepare =>
  async (cast) => ({ by: (await fresh(cast)).client, json: json() })

/** Prepares each request by which anyone but staff can change something. */
export const scenes: Record<string, Prepare | Prepare[]> = {
  // Accounts
  'POST /api/auth/signup': async (cast) => ({ by: cast.browser(), json: newAccount() }),
  'POST /api/auth/login': async (cast) => {
    const { username } = await makeUser()
    return { by: cast.browser(), json: { username, password: testPassword } }
  },
  'POST /api/auth/logout': async (cast) => ({ by: (await fresh(cast)).client }),
  'POST /api/auth/confirm': async (cast) => ({
    by: (await fresh(cast)).client,
    json: { password: testPassword },
  }),
  'POST /api/auth/second-factor': async (cast) => {
    const now = Date.now()
    const { username, codes } = await guardedAt(now)
    const { ticket } = await firstStep(username, now)
    return { by: cast.browser(), json: { ticket, code: codes[0] } }
  },
  'POST /api/auth/passkey/challenge': async ({ visitor }) => ({ by: visitor }),
  'POST /api/auth/passkey': async (cast) => {
    const { device } = await addPasskey((await fresh(cast)).client)
    const by = cast.browser()
    const request = await by.json<PasskeyRequest>('POST', '/api/auth/passkey/challenge')
    return { by, json: { challenge: request.challenge, credential: await device.get(request) } }
  },
  'POST /api/auth/logout-everywhere': async (cast) => ({ by: (await fresh(cast)).client, json: {} }),
  'POST /api/auth/forgot': async (cast) => {
    const { username } = await makeUser()
    return { by: cast.browser(), json: { email: `${username}@example.com` } }
  },
  'POST /api/auth/reset': async (cast) => {
    const token = await askForLink(await linkOwner(cast), 'reset')
    return { by: cast.browser(), json: { token, password: 'another password' } }
  },
  'POST /api/auth/reset/offer': async (cast) => {
    const token = await askForLink(await linkOwner(cast), 'reset')
    return { by: cast.browser(), json: { token } }
  },
  'POST /api/auth/verify-email': async (cast) => {
    const token = await askForLink(await linkOwner(cast), 'verify')
    return { by: cast.browser(), json: { token } }
  },
  'POST /api/auth/confirm-email': (['email-old', 'email-new'] as const).map((kind) => async (cast) => {
    const owner = await linkOwner(cast)
    const token = await askForLink(owner, kind)
    return { by: owner.client, json: { token } }
  }),
  'DELETE /api/account': async (cast) => ({
    by: (await fresh(cast)).client,
    json: { password: testPassword },
  }),
  'POST /api/account/verification': async (cast) => ({ by: (await fresh(cast)).client }),
  'POST /api/account/password': async (cast) => ({
    by: (await fresh(cast)).client,
    json: { currentPassword: testPassword, newPassword: 'another password' },
  }),
  'POST /api/account/email': async (cast) => ({
    by: (await fresh(cast)).client,
    json: { email: newAddress(), password: testPassword },
  }),
  'DELETE /api/account/sessions': async (cast) => {
    const user = await fresh(cast)
    await signInAs(user)
    return { by: user.client }
  },
  'DELETE /api/account/sessions/:id': async (cast) => {
    const user = await fresh(cast)
    await signInAs(user)
    const sessions = await user.client.json<{ id: string; current: boolean }[]>(
      'GET',
      '/api/account/sessions',
    )
    return { by: user.client, named: [sessions.find(({ current }) => !current)?.id ?? ''] }
  },
  'POST /api/account/security/totp': async (cast) => ({ by: (await fresh(cast)).client }),
  'POST /api/account/security/totp/confirm': async (cast) => {
    const { client } = await fresh(cast)
    const { secret } = await client.json<TotpSetup>('POST', '/api/account/security/totp')
    return { by: client, json: { code: codeAt(secret, Date.now()) } }
  },
  'DELETE /api/account/security/totp': async (cast) => ({ by: (await withFactor(cast)).client }),
  'POST /api/account/security/recovery-codes': async (cast) => ({ by: (await withFactor(cast)).client }),
  'POST /api/account/security/passkeys/challenge': async (cast) => ({ by: (await fresh(cast)).client }),
  'POST /api/account/security/passkeys': async (cast) => {
    const { client } = await fresh(cast)
    const device = new Authenticator()
    const creation = await client.json<PasskeyCreation>('POST', '/api/account/security/passkeys/challenge')
    const json = { challenge: creation.challenge, credential: await device.create(creation), name: 'Phone' }
    return { by: client, json }
  },
  'PATCH /api/account/security/passkeys/:id': async (cast) => {
    const { client } = await fresh(cast)
    const { passkey } = await addPasskey(client)
    return { by: client, named: [passkey.id], json: { name: 'Key' } }
  },
  'DELETE /api/account/security/passkeys/:id': async (cast) => {
    const { client } = await fresh(cast)
    const { passkey } = await addPasskey(client)
    return { by: client, named: [passkey.id] }
  },
  'POST /api/account/warnings/:id/acknowledge': async ({ viewer, admin }) => {
    const [row] = await db
      .insert(accountWarnings)
      .values({ userId: viewer.id, text: 'Please stop.', warnedBy: admin.id, at: 1 })
      .returning()
    return { by: viewer.client, named: [row?.id ?? 0] }
  },
  'PATCH /api/account/preferences': async (cast) => ({
    by: (await fresh(cast)).client,
    json: { notices: { comment: { site: false } } },
  }),
  'PUT /api/account/profile': async (cast) => {
    const { id, client } = await fresh(cast)
    const avatar = await makeUpload(id, 'avatar')
    return { by: client, json: { about: 'Films of the sea.', avatarFile: avatar.id } }
  },

  // Library
  'DELETE /api/account/history': async (cast) => {
    const videoId = await video(cast)
    await db.insert(watchHistory).values({ userId: cast.viewer.id, videoId, position: 3, watchedAt: 1 })
    return { by: cast.viewer.client }
  },
  'DELETE /api/account/history/:videoId': onVideo({}, (videoId, { id: userId }) =>
    db.insert(watchHistory).values({ userId, videoId, position: 3, watchedAt: 1 }),
  ),
  'PUT /api/account/saved/:videoId/place': onVideo({ json: { before: null } }, (videoId, { client }) =>
    client.request('PUT', `/api/videos/${videoId}/save`),
  ),
  'DELETE /api/account/comment-blocks/:id': async ({ owner }) => {
    const { id } = await makeUser()
    await db.insert(commentBlocks).values({ ownerId: owner.id, userId: id, blockedAt: 1 })
    return { by: owner.client, named: [id] }
  },
  'POST /api/notifications/read': async (cast) => {
    const { client, id } = await fresh(cast)
    await db.insert(notices).values({ userId: id, kind: 'review', outcome: 'approved', at: 1 })
    const [notice] = await client.json<{ id: string }[]>('GET', '/api/notifications')
    return { by: client, json: { ids: [notice?.id ?? ''] } }
  },
  'PUT /api/users/:id/follow': async ({ viewer }) => ({ by: viewer.client, named: [await uploader()] }),
  'DELETE /api/users/:id/follow': async ({ viewer }) => {
    const id = await uploader()
    await viewer.client.request('PUT', `/api/users/${id}/follow`)
    return { by: viewer.client, named: [id] }
  },
  'POST /api/lists': async ({ viewer }) => ({
    by: viewer.client,
    json: { name: `List ${randomLetters(8)}` },
  }),
  'PATCH /api/lists/:id': onList(() => ({ json: { name: `List ${randomLetters(8)}`, isShared: true } })),
  'DELETE /api/lists/:id': onList(() => ({}), { has: true }),
  'POST /api/lists/:id/link': async (cast) => {
    const linkKey = randomLetters(22)
    return onList(() => ({ json: { replaces: linkKey } }), { change: { linkKey } })(cast)
  },
  'PUT /api/lists/:id/videos/:videoId': onList((listId, videoId) => ({ named: [listId, videoId] })),
  'DELETE /api/lists/:id/videos/:videoId': onList((listId, videoId) => ({ named: [listId, videoId] }), {
    has: true,
  }),
  'PATCH /api/lists/:id/videos/:videoId': onList(
    (listId, videoId) => ({ named: [listId, videoId], json: { before: null } }),
    { has: true },
  ),

  // Videos of others
  'POST /api/videos/:id/like': onVideo(),
  'DELETE /api/videos/:id/like': onVideo({}, (videoId, { client }) =>
    client.request('POST', `/api/videos/${videoId}/like`),
  ),
  'PUT /api/videos/:id/save': onVideo(),
  'DELETE /api/videos/:id/save': onVideo({}, (videoId, { client }) =>
    client.request('PUT', `/api/videos/${videoId}/save`),
  ),
  'POST /api/videos/:id/view': onVideo(),
  'POST /api/videos/:id/watched': onVideo({ json: { parts: 3 } }),
  'PUT /api/videos/:id/progress': onVideo({ json: { position: 4 } }),
  'POST /api/videos/:id/report': [
    onVideo({ json: { reason: 'spam', details: 'It advertises.' } }),
    onVideo({ json: { reason: 'without_consent', details: 'She never agreed.' } }),
    async (cast) => ({
      by: cast.browser(),
      named: [await video(cast)],
      json: { reason: 'spam', email: newAddress() },
    }),
  ],
  'POST /api/embed/:id': async (cast) => ({ by: cast.browser(), named: [await video(cast)] }),
  'POST /api/videos/:id/comments': [
    onVideo({ json: { body: 'Lovely.' } }),
    async (cast) => {
      const videoId = await video(cast)
      const { id: parentId } = await makeComment(videoId, cast.owner.id)
      return { by: cast.viewer.client, named: [videoId], json: { body: 'So true.', parentId } }
    },
  ],
  'PATCH /api/comments/:id': onComment({ json: { body: 'What I meant' } }),
  'DELETE /api/comments/:id': [onComment(), onComment({}, { as: 'owner' })],
  'PUT /api/comments/:id/like': onComment({}, { as: 'owner' }),
  'DELETE /api/comments/:id/like': async (cast) => {
    const { id } = await makeComment(await video(cast), cast.viewer.id)
    await cast.owner.client.request('PUT', `/api/comments/${id}/like`)
    return { by: cast.owner.client, named: [id] }
  },
  'PUT /api/comments/:id/pin': onComment({}, { as: 'owner' }),
  'DELETE /api/comments/:id/pin': onComment({}, { as: 'owner', change: { isPinned: true } }),
  'PUT /api/comments/:id/block': async (cast) => {
    const author = await makeUser()
    const { id } = await makeComment(await video(cast), author.id)
    return { by: cast.owner.client, named: [id] }
  },
  'POST /api/comments/:id/report': onComment({ json: { reason: 'spam' } }, { as: 'owner' }),

  // One's own videos
  'POST /api/uploads': async ({ viewer }) => ({ by: viewer.client, json: announce(1000) }),
  'PUT /api/uploads/:id/parts/:number': async (cast) => {
    const { id, part } = await sent(cast, 0)
    return { by: cast.viewer.client, named: [id, 1], ...part }
  },
  'POST /api/uploads/:id/complete': async (cast) => {
    const { id } = await sent(cast, 1)
    return { by: cast.viewer.client, named: [id] }
  },
  'DELETE /api/uploads/:id': async (cast) => {
    const { id } = await sent(cast, 0)
    return { by: cast.viewer.client, named: [id] }
  },
  'POST /api/imports': async ({ viewer }) => {
    await db.delete(imports)
    return { by: viewer.client, json: { url: `https://example.org/${randomLetters(8)}.mp4` } }
  },
  'DELETE /api/imports/:id': async ({ viewer }) => {
    const id = randomId()
    const url = `https://example.org/${id}.mp4`
    await db.insert(imports).values({ id, userId: viewer.id, url, createdAt: 1, touchedAt: Date.now() })
    return { by: viewer.client, named: [id] }
  },
  'POST /api/videos': [
    async ({ viewer }) => {
      const [source, poster] = [await makeUpload(viewer.id), await makeUpload(viewer.id, 'image')]
      const about = { title: 'The sea', categoryId: 1, tags: [`tag ${randomLetters(6)}`] }
      return { by: viewer.client, json: { ...about, videoFile: source.id, thumbnailFile: poster.id } }
    },
    async ({ viewer }) => {
      await db.delete(imports)
      const poster = await makeUpload(viewer.id, 'image')
      const videoUrl = `https://example.org/${randomLetters(8)}.mp4`
      return {
        by: viewer.client,
        json: { title: 'The sea', categoryId: 1, videoUrl, thumbnailFile: poster.id },
      }
    },
  ],
  'PATCH /api/videos/:id': [
    onOwn({ json: { title: 'Another title' } }),
    async (cast) => {
      const poster = await makeUpload(cast.owner.id, 'image')
      return onOwn({ json: { title: 'Another title', thumbnailFile: poster.id } })(cast)
    },
  ],
  'DELETE /api/videos/:id': onOwn(),
  'POST /api/videos/:id/link': onOwn({ json: { replaces: key } }, { isPublic: false, unlistedKey: key }),
  'POST /api/videos/:id/resubmit': onOwn({}, { review: 'rejected', isPublic: false }),
  'PUT /api/videos/:id/captions/:language': async (cast) => ({
    by: cast.owner.client,
    named: [await video(cast), 'en'],
    body: vtt(),
    headers: { 'content-type': 'text/vtt' },
  }),
  'DELETE /api/videos/:id/captions/:language': async (cast) => {
    const id = await video(cast)
    await putCaptions(cast.owner.client, id, 'en')
    return { by: cast.owner.client, named: [id, 'en'] }
  },
  'POST /api/videos/my-videos/bulk': (['delete', 'restore', 'delete-for-good'] as const).map(
    (action) => async (cast) => {
      const ids = [await video(cast), await video(cast)]
      if (action !== 'delete')
        await cast.owner.client.json('POST', '/api/videos/my-videos/bulk', { ids, action: 'delete' })
      return { by: cast.owner.client, json: { ids, action } }
    },
  ),
  'POST /api/removals/:id/appeal': async (cast) => {
    const id = await video(cast)
    const json = { reason: 'spam', note: 'It advertises.' }
    await cast.admin.client.request('POST', `/api/admin/videos/${id}/remove`, { json })
    const [removal] = await cast.owner.client.json<{ id: number }[]>('GET', '/api/removals')
    return {
      by: cast.owner.client,
      named: [removal?.id ?? 0],
      json: { text: 'It advertises nothing, as anybody can see.' },
    }
  },

  // Anyone
  'POST /api/removal-requests': async (cast) => {
    const url = `https://localhost/video/${await video(cast)}`
    return { by: cast.browser(), json: removalForm({ url }) }
  },
  'POST /removal': async (cast) => {
    const url = `https://localhost/video/${await video(cast)}`
    const body = new URLSearchParams(plainForm({ url })).toString()
    return { by: cast.browser(), body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  },
  'POST /api/newsletter': byVisitor(() => ({ email: newAddress() })),
  'POST /api/newsletter/confirm': async (cast) => {
    const email = newAddress()
    await requestNews(email, cast.browser())
    const [mail] = await mailsTo(email)
    return { by: cast.browser(), json: { token: tokenIn(mail?.body) } }
  },
  'POST /api/newsletter/unsubscribe': async (cast) => {
    const email = newAddress()
    await requestNews(email, cast.browser())
    const [mail] = await mailsTo(email)
    const by = cast.browser()
    await by.request('POST', '/api/newsletter/confirm', { json: { token: tokenIn(mail?.body) } })
    const { id = 0 } = (await subscriberOf(email)) ?? {}
    return { by, query: `token=${leaveToken(await jobContext(), `newsletter-${id}`)}` }
  },
  'POST /api/field-data': byVisitor(() => ({ route: '/', lcp: 900 })),

  'POST /api/webhooks/:provider': (cast) => toldOfWallet(cast, ['paypal']),
  // With a secret in the URL, which PayPal doesn't need.
  'POST /api/webhooks/:provider/:secret': (cast) => toldOfWallet(cast, ['paypal', 'unused']),

  // Premium
  'POST /api/premium/subscribe': async (cast) => ({
    by: (await fresh(cast)).client,
    json: agreedOrder('USD'),
  }),
  'POST /api/premium/confirm': async (cast) => {
    const { client } = await fresh(cast)
    const orderId = await subscribe(client)
    cast.world.sandbox.paypal.approve(orderId)
    return { by: client, json: { orderId, plan: 'monthly' } }
  },
  'POST /api/premium/orders': async (cast) => ({
    by: (await fresh(cast)).client,
    json: { method: 'bitcoin', ...agreedOrder('USD') },
  }),
  'POST /api/premium/orders/confirm': async (cast) => {
    const { client } = await fresh(cast)
    const providerOrderId = await subscribe(client)
    cast.world.sandbox.paypal.approve(providerOrderId)
    const [order] = await orderByProviderId(db, 'paypal', providerOrderId)
    return { by: client, json: { orderId: order?.id } }
  },
  'POST /api/premium/razorpay/create-order': async (cast) => ({
    by: (await fresh(cast)).client,
    json: agreedOrder('INR'),
  }),
  'POST /api/premium/razorpay/verify': async (cast) => {
    const { client } = await fresh(cast)
    return { by: client, json: await cast.world.sandbox.razorpay.pay(await openCheckout(client), {}) }
  },
  'POST /api/premium/gift-codes': async (cast) => {
    const { codes } = await makeGiftCodes(cast.admin.client)
    return { by: (await fresh(cast)).client, json: { code: codes[0] } }
  },
  'POST /api/premium/confirm-upi': claim(() => ({
    plan: 'monthly',
    upiReference: newReference(),
    agreed: true,
  })),
  'POST /api/premium/confirm-netbanking': claim(() => ({
    plan: 'monthly',
    bankId: 'hdfc',
    transactionId: `TXN${newReference()}`,
    agreed: true,
  })),
  'POST /api/premium/confirm-crypto': claim(() => ({
    plan: 'monthly',
    currency: 'BTC',
    network: 'BTC',
    transactionId: newTransactionId(),
    agreed: true,
  })),
  'POST /api/account/subscription/cancel': async (cast) => {
    const { id, client } = await fresh(cast)
    await makeTerm(id, Date.now() + 864e5)
    return { by: client }
  },
  'POST /api/account/subscription/resume': async (cast) => {
    const { id, client } = await fresh(cast)
    await makeTerm(id, Date.now() + 864e5)
    await client.request('POST', '/api/account/subscription/cancel')
    return { by: client }
  },
}
