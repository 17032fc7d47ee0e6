import type { IncomingMessage, ServerResponse } from 'node:http'

/** Answers a node server's request with a part of the sandbox. */
export async function answerWith(
  sandbox: { fetch(request: Request): Promise<Response> },
  origin: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let answer: Response
  try {
    answer = await sandbox.fetch(await toRequest(origin, request))
  } catch (error) {
    // A caller that waits forever is the test of a timeout; a lost connection just ends.
    if (!(error instanceof DOMException)) response.destroy()
    return
  }
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(Buffer.from(await answer.arrayBuffer()))
}

async function toRequest(origin: string, request: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value))
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  return new Request(`${origin}${request.url}`, {
    method: request.method ?? 'GET',
    headers,
    ...(hasBody && { body: Buffer.concat(chunks) }),
  })
}
