import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { bins, run } from '#tools/programs/process'
import { wranglerEnv } from '#tools/programs/wrangler'
import { local } from '#tools/site/local'
import { clipFolder } from './clips'

/**
 * Replaces a published file with the same bytes in one piece. The R2 of `wrangler dev` reads a multipart
 * object's whole range before it answers (decision 009); neither the real one nor nginx does.
 */
export async function storeInOnePiece(request: APIRequestContext, mediaUrl: string): Promise<void> {
  const answer = await request.get(mediaUrl)
  const [, object] = /^\/media\/([\w-]+)\./.exec(mediaUrl) ?? []
  if (!answer.ok() || !object) throw new Error(`${mediaUrl} answers ${answer.status()}`)
  const file = join(clipFolder, 'published')
  writeFileSync(file, await answer.body())
  const target = ['--local', '--persist-to', local.stateDir, '--content-type', 'video/mp4']
  const args = [bins.wrangler, 'r2', 'object', 'put', `nocturne-media/m/${object}`, '--file', file]
  await run(process.execPath, [...args, ...target], { env: wranglerEnv })
}
