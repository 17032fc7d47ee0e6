import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TestClient } from '../../support/client'
import { makeUser, makeVideo, signInAs, testPassword } from '../../support/factories'

const written = vi.fn<(line: string) => void>()

beforeAll(() => {
  vi.spyOn(console, 'info').mockImplementation(written)
})

afterAll(() => {
  vi.restoreAllMocks()
})

/** Returns the lines that answers left in the log meanwhile. */
async function linesOf(act: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  written.mockClear()
  await act()
  const lines = written.mock.calls.map(([line]) => JSON.parse(line) as Record<string, unknown>)
  return lines.filter(({ event }) => event === 'request')
}

describe('the line of an answer', () => {
  it.each([
    ['a sign-in', testPassword, 200],
    ['a sign-in that fails', 'not the password', 401],
  ])('tells of %s, and neither who nor with what', async (_, password, status) => {
    const { username } = await makeUser()
    const client = new TestClient()
    const lines = await linesOf(() =>
      client.request('POST', '/api/auth/login', { json: { username, password } }),
    )
    expect(lines).toMatchObject([{ level: 'info', method: 'POST', route: '/api/auth/login', status }])
    const text = JSON.stringify(lines)
    for (const secret of [username, password, client.address]) expect(text).not.toContain(secret)
  })

  it('tells of a refusal, with the role that was refused and the route without its ID', async () => {
    const { id } = await makeVideo((await makeUser()).id)
    const client = await signInAs(await makeUser())
    const lines = await linesOf(() =>
      client.request('PATCH', `/api/videos/${id}`, { json: { title: 'Mine now' } }),
    )
    expect(lines).toMatchObject([
      { route: expect.stringMatching(/^\/api\/videos\/:id/), status: 403, role: 'user' },
    ])
  })
})
