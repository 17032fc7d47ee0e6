import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks in the terminal; a secret isn't shown while it is typed. Throws when no one can answer. */
export async function ask(question: string, { secret = false } = {}): Promise<string> {
  if (!process.stdin.isTTY) throw new Error(`There is no terminal to ask in: ${question.replace(/: $/, '')}?`)
  // readline writes an open question itself: it clears the line first.
  if (secret) process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: process.stdin,
    output: secret ? silent : process.stderr,
    terminal: true,
  })
  const answer = await lines.question(secret ? '' : question)
  lines.close()
  if (secret) process.stderr.write('\n')
  return answer.trim()
}
