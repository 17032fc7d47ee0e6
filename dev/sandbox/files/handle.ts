import type { IncomingMessage, ServerResponse } from 'node:http'
import { readClip } from './clips.ts'
import { type Answer, misbehaviours } from './misbehaviours.ts'
import { serveFile } from './serve-file.ts'

/**
 * Serves a file host that behaves (`/files/good/NAME`) or misbehaves in each way that an import must survive
 * (`/files/MISBEHAVIOUR`, see misbehaviours). `?clip=` picks the file.
 */
export async function handleFiles(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const [, , behaviour = '', argument] = url.pathname.split('/')
  const misbehave: Answer | undefined = misbehaviours[behaviour]
  const clip = await readClip(behaviour === 'good' ? (argument ?? '') : url.searchParams.get('clip'))
  if (!clip || (behaviour !== 'good' && !misbehave)) {
    response.writeHead(404).end()
    return
  }
  if (misbehave) await misbehave({ request, response, url, clip, argument: argument ?? '' })
  else await serveFile(request, response, clip)
}
