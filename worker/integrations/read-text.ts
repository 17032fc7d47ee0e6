/** Returns a body of at most `atMost` bytes, counted as it comes; null when there is more. */
export async function readText(response: Response, atMost: number): Promise<string | null> {
  if (!response.body) return ''
  const decoder = new TextDecoder()
  let text = ''
  let received = 0
  // Leaving the loop early cancels the stream.
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    received += chunk.length
    if (received > atMost) return null
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
