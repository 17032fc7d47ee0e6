import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Returns the headers that Cloudflare adds to a file by web/public/_headers. */
function headersOf(path: string): Record<string, string> {
  const headers: Record<string, string> = {}
  let applies = false
  for (const line of readFileSync('web/public/_headers', 'utf8').split('\n')) {
    if (line.startsWith('/'))
      applies = new RegExp(`^${line.replace('.', '\\.').replace('*', '.*')}$`).test(path)
    const [, removed] = /^ +! ([\w-]+)$/.exec(line) ?? []
    if (applies && removed) delete headers[removed]
    const [, name, value] = /^ +([\w-]+): (.*)$/.exec(line) ?? []
    // Cloudflare keeps an earlier rule's value, unless that is removed first.
    if (applies && name && value)
      headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  }
  return headers
}

describe('the policy of the studio worker', () => {
  it('lets the AAC encoder run: WebAssembly, and a worker of its own from a blob', () => {
    // The build names a worker's file after its module.
    expect(existsSync('web/studio/background/studio.worker.ts')).toBe(true)
    expect(headersOf('/assets/studio.worker-Abc_123.js')['Content-Security-Policy']?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self' 'wasm-unsafe-eval'",
      'worker-src blob:',
      "connect-src 'self'",
      "frame-ancestors 'none'",
    ])
  })

  it('is of no other file', () => {
    expect(headersOf('/assets/studio-Abc_123.js')['Content-Security-Policy']).toBe("frame-ancestors 'none'")
    expect(headersOf('/assets/studio-Abc_123.js')).toHaveProperty('Cache-Control')
  })
})
