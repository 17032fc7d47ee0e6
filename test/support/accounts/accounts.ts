import { TestClient } from '../client'
import { randomLetters, testPassword } from '../factories'

/** Returns a new person's sign-up form. */
export function newAccount(change: { username?: string; email?: string } = {}) {
  const name = `n${randomLetters(12)}`
  return { username: name, email: `${name}@example.com`, password: 'a new secret', ...change }
}

export function signUp(json: unknown, client = new TestClient()) {
  return client.request('POST', '/api/auth/signup', { json })
}

export function signIn(username: string, password = testPassword, client = new TestClient()) {
  return client.request('POST', '/api/auth/login', { json: { username, password } })
}
