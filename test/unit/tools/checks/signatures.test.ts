import { expect, it } from 'vitest'
import { CannotCheck } from '#tools/checks/cannot-check'
import { runChecks } from '#tools/checks/list'
import { isNotOffered } from '#tools/checks/signatures'

it.each([
  [
    'a registry without keys',
    'npm error found no dependencies to audit that were installed from a supported registry',
  ],
  ['keys out of reach', 'npm error code ENOTFOUND\nnpm error syscall getaddrinfo'],
  [
    'a registry that has no such page',
    'npm error code E405\nnpm error 405 Method Not Allowed - GET https://registry.test/-/npm/v1/keys',
  ],
  [
    'a registry that refuses its keys',
    'npm error code E403\nnpm error 403 403 Forbidden - GET https://registry.test/npm/-/npm/v1/keys',
  ],
])('signatures can’t be checked with %s', (_, output) => {
  expect(isNotOffered(`npm audit signatures ended with 1\n${output}\n`)).toBe(true)
})

it.each([
  [
    'a changed package',
    'audited 448 packages in 3s\n\n1 package has an invalid registry signature:\n\nhono@4.13.19',
  ],
  [
    'an unsigned one',
    '1 package has a missing registry signature but the registry is providing signing keys:',
  ],
  ['one that was taken back', 'npm error code E404\nnpm error 404 Not Found'],
  [
    'one that is refused',
    'npm error code E403\nnpm error 403 403 Forbidden - GET https://registry.test/hono/-/hono-4.13.19.tgz',
  ],
  [
    'one whose record is refused',
    'npm error code E405\nnpm error 405 Method Not Allowed - GET https://registry.test/hono',
  ],
  ['keys that were changed on the way', 'npm error code TUF_REFRESH_METADATA_ERROR'],
])('%s is a fault', (_, output) => {
  expect(isNotOffered(`npm audit signatures ended with 1\n${output}\n`)).toBe(false)
})

it('a check that can’t be made says so, and neither fails nor counts', async () => {
  const printed: string[] = []
  const impossible = { name: 'keys', run: () => Promise.reject(new CannotCheck('there are none')) }
  const sum = await runChecks([impossible], (text) => printed.push(text))
  expect(sum).toEqual({ passed: 0, faults: [] })
  expect(printed.join('')).toContain('skipped keys: there are none')
})
