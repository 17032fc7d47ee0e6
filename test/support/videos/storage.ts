import { env } from 'cloudflare:workers'
import { mediaObjects, orphanObjects, storageScans, uploads } from '#db/schema'
import type { ServiceContext } from '#worker/services/context'
import { scanPage } from '#worker/services/site/storage-admin/index'
import { randomId } from '#worker/storage/keys'
import { jobContext } from '../context'
import { makeUser, signInAs, testDb } from '../factories'

/** Creates an administrator of a site without stored objects or earlier scans. */
export async function administerEmptyStorage() {
  const user = await makeUser({ isAdmin: true })
  const admin = await signInAs(user)
  await emptyStorage()
  return { user, admin }
}

async function emptyStorage(): Promise<void> {
  const { objects } = await env.MEDIA.list()
  await env.MEDIA.delete(objects.map(({ key }) => key))
  const db = testDb()
  for (const table of [mediaObjects, orphanObjects, storageScans, uploads]) await db.delete(table)
}

/** Stores an object that no row names. */
export async function makeOrphan(bytes = 300): Promise<string> {
  const key = `m/${randomId()}`
  await env.MEDIA.put(key, new Uint8Array(bytes))
  return key
}

/** Holds the messages of a scan, so that a test can deliver or lose them. */
export async function scanQueue(now = Date.now()) {
  const sent: number[] = []
  const ctx = await jobContext(now)
  const jobs = {
    send: async (message: { job: string; scanId?: number }) => {
      if (message.job === 'storage-scan') sent.push(message.scanId ?? 0)
    },
  }
  return { sent, ctx: { ...ctx, jobs: jobs as unknown as ServiceContext['jobs'] } }
}

export async function beginScan(): Promise<number> {
  const [row] = await testDb().insert(storageScans).values({ startedAt: Date.now() }).returning()
  if (!row) throw new Error('No scan was begun')
  return row.id
}

/** Runs a scan and delivers its messages until none is left. */
export async function scanAll(ctx: ServiceContext, sent: number[], size?: number): Promise<void> {
  sent.push(await beginScan())
  for (let next = sent.shift(); next !== undefined; next = sent.shift()) await scanPage(ctx, next, size)
}
