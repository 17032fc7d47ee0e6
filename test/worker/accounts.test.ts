import { describe, expect, it } from 'vitest'
import { TestClient } from '../support/client'
import { makeUser, signInAs, testDb, testPassword } from '../support/factories'

describe('sign-up', () => {
  it('makes an account, signs it in and stores the accepted documents', async () => {
    const client = new TestClient()
    const name = `new${Date.now()}`
    const response = await client.request('POST', '/api/auth/signup', {
      json: { username: name, email: `${name}@example.com`, password: 'secret1' },
    })
    expect(response.status).toBe(201)
    const me = await client.json<{ username: string; isPremium: boolean }>('GET', '/api/auth/me')
    expect(me).toMatchObject({ username: name, isPremium: false })
    expect(testDb()).toBeDefined()
  })

  it('sign in works and lists', async () => {
    const user = await makeUser()
    const client = await signInAs(user)
    expect((await client.get('/api/auth/me')).status).toBe(200)
    expect((await client.get('/api/videos?limit=5')).status).toBe(200)
    expect(testPassword).toBeTruthy()
  })
})
