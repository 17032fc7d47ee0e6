import { hashSource } from '#worker/services/moderation/screening/hash-source'
import { enqueueImport, importRow, type VideoImport } from '#worker/services/uploads/imports/index'
import { userContext } from '../context'
import { testDb } from '../factories'
import { fixture } from '../fixtures'
import { deliver, withoutQueues } from './imports'
import { Origin } from './origin'

export const videoUrl = 'https://videos.example.com/clip.mp4'
export const pictureUrl = 'https://videos.example.com/poster.jpg'

/** Creates an account, and a host with a clip and a picture. Either may be missing, or another file. */
export async function scene(files: { clip?: string | null; picture?: string | null } = {}) {
  const { clip = 'ok.mp4', picture = 'poster.jpg' } = files
  const origin = new Origin({ bytes: new Uint8Array(0) })
  origin.tricks.push((request) => {
    const isClip = request.url === videoUrl
    const name = isClip ? clip : picture
    if (name === null) return new Response(null, { status: 404 })
    const contentType = isClip ? 'video/mp4' : 'image/jpeg'
    return new Origin({ bytes: fixture(name), contentType }).fetch(request)
  })
  return withoutQueues(origin.in(await userContext()))
}

export type Scene = Awaited<ReturnType<typeof scene>>

export async function add({ ctx }: Scene, input: VideoImport) {
  const { id, statement } = importRow(ctx, input)
  await testDb().batch([statement])
  await enqueueImport(ctx, id)
}

/** Delivers all messages, imports first, until none is left. */
export async function settle({ ctx, sent }: Scene): Promise<void> {
  await deliver(ctx, sent)
  for (const message of sent.jobs.splice(0))
    if (message.job === 'hash') await hashSource(ctx, message.videoId)
}
